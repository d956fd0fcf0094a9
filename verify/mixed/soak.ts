// `npm run soak:mixed -- --before v1.0.0`: under whole stays of agents, each service of the version `before` is replaced by this one and then
// by the old one again; once in the order of the services, once in the reverse. Prints totals; ends with 1 when an agent noticed, or when an
// erasure was not confirmed. `before` is anything that git can name.
import { printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import type { Version } from '@rest-stop/testing/deployment/deployment.ts';
import { startReplicated } from '@rest-stop/testing/deployment/replicated.ts';
import { checkOut } from './previous-version.ts';
import { stayDuring, unconfirmedAfter } from './stays.ts';

const { before, agents, replicas } = readOptions({ before: 'HEAD~1', agents: 8, replicas: 2 });
const previous = checkOut(before);
const oldVersion = (service: string): Version => ({ program: `${previous.path}/services/${service}/src/main.ts` });
try {
  const replicated = await startReplicated({
    replicas,
    settings: { INTERNAL_SECRET: 'what versions before CALLER_SECRET shared among all' },
  });
  try {
    const { baseUrl, services, restart, direct } = replicated;
    const orders = [services, services.toReversed()];
    for (const service of services) await restart(service, oldVersion(service));
    const stays = await stayDuring(baseUrl, agents, async () => {
      for (const order of orders) {
        for (const service of order) await restart(service);
        for (const service of order) await restart(service, oldVersion(service));
      }
    });
    console.log(`${previous.commit} mixed with this version, ${replicas} replicas of each service`);
    const ok = printTotals({
      requests: stays.requests,
      rotations: stays.rotations,
      forgets: stays.forgets,
      'forgets confirmed by every service at once': stays.confirmedAtOnce,
      '401 to a live key (must be 0)': stays.wrong.filter((line) => line.includes(': 401 ')).length,
      'other wrong answers (must be 0)': stays.wrong.filter((line) => !line.includes(': 401 ')).length,
      'erasures never confirmed (must be 0)': await unconfirmedAfter(30_000, direct.postgres),
    });
    for (const line of stays.wrong.slice(0, 20)) console.log(line);
    process.exitCode = ok ? 0 : 1;
  } finally {
    await replicated.close();
  }
} finally {
  previous.remove();
}
