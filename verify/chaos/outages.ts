// `npm run chaos:outages`: Redis, NATS and PostgreSQL are each killed for 10 s under 50 requests/s. Ends with 1 when a limit is missed:
// refusals of bearer routes within 300 ms, recovery within 5 s, whatever needs nothing of the server is served, no process ends.
// `-- --how freeze` stops their execution in the stead of killing them; nobody can tell that from a slow answer at once, so then only
// what Redis refuses has to be refused within 300 ms.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { brokenBy, drillOutages, type How, refusalsOf, tableOf } from './outage-drill.ts';
import type { Backend } from './requests.ts';

const refusalMs = 300;
const recoveryMs = 5_000;
const { seconds, rate, how: manner, only } = readOptions({ seconds: 10, rate: 50, how: 'kill', only: 'redis,nats,postgres' });

const backends = only.split(',') as Backend[];
const how = manner as How;
const outages = await drillOutages({ backends, how, outageMs: seconds * 1_000, perSecond: rate });
const missed = outages.flatMap((outage) => {
  console.log(`${tableOf(outage)}\n`);
  const slowest = quantile(refusalsOf(outage), 1);
  return [
    ...brokenBy(outage),
    ...(slowest > refusalMs && (how === 'kill' || outage.backend === 'redis')
      ? [`without ${outage.backend} a refusal took ${slowest.toFixed(0)} ms; the limit is ${refusalMs}`]
      : []),
    ...(outage.recoveryMs > recoveryMs ? [`recovery from ${outage.backend} took ${outage.recoveryMs} ms; the limit is ${recoveryMs}`] : []),
  ];
});
console.log(missed.length === 0 ? 'Every limit was kept.' : `MISSED:\n${missed.join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);
