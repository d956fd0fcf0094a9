// Agents that are forgotten while they are probed through several gateways at once:
// `npm run soak:forget -- --trials 1000 --probes 20 --gateways 3 --seed 1`. Prints a table; ends with 1 when anything was wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { anySeed, printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import { pendingErasures } from '@rest-stop/testing/kept.ts';
import { startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { leftoversOf } from './leftovers.ts';
import { runTrial, type Trial } from './trial.ts';

const { trials, probes, gateways, seed } = readOptions({ trials: 100, probes: 20, gateways: 3, seed: anySeed() });
/** So long a dead key is barred in Redis by its hash; after that nothing at all is left there. */
const barredMs = 10_500;
const reportEvery = 100;

console.log(`${trials} forgets, each under ${probes} probes over ${gateways} gateways, seed ${seed}`);
await withServers(async (servers) => {
  const deployment = await startOnFreshDatabase(servers, { RATE_LIMIT_REQUESTS: '1000000' }, { gateway: gateways });
  const db = openDatabase(createPool(deployment.database, 2));
  try {
    process.exitCode = (await soak(deployment.baseUrls, db, servers.redis.url)) ? 0 : 1;
  } finally {
    await db.close();
    await deployment.close();
  }
});

async function soak(baseUrls: readonly string[], db: Database, redisUrl: string): Promise<boolean> {
  const random = seeded(seed);
  const done: Trial[] = [];
  while (done.length < trials) {
    done.push(await runTrial(baseUrls, db, probes, random));
    if (done.length % reportEvery === 0) console.log(`${done.length} done, ${total(done, 'passedAfter')} successes after the answer`);
  }
  await sleep(barredMs);
  const leftovers = await leftoversOf(
    done.map(({ agent }) => agent),
    db,
    redisUrl,
  );
  for (const { where, by } of leftovers) console.log(`  LEFT: ${where}, by its ${by}`);
  return printTotals({
    'forgets answered': done.length,
    'requests of probes': total(done, 'probed'),
    'successes before the answer': total(done, 'passedBefore'),
    'successes that began after the answer (must be 0)': total(done, 'passedAfter'),
    '401 after the answer': total(done, 'refusedAfter'),
    'answers other than 200, 401, 503 (must be 0)': total(done, 'strange'),
    'erasures not confirmed (must be 0)': await pendingErasures(db),
    'traces left in PostgreSQL and Redis (must be 0)': leftovers.length,
  });
}

function total(of: readonly Trial[], name: Exclude<keyof Trial, 'agent'>): number {
  return of.reduce((sum, trial) => sum + trial[name], 0);
}
