// Agents that are forgotten while they are probed through several gateways at once:
// `npm run soak:forget -- --trials 1000 --probes 20 --gateways 3 --seed 1`. Prints a table; ends with 1 when anything was wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startDistributed } from '@rest-stop/testing/deployment/deployment.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { provideBackends } from '@rest-stop/testing/servers/provide.ts';
import { leftoversOf, pendingErasures } from './leftovers.ts';
import { runTrial, type Trial } from './trial.ts';
import { seeded } from '@rest-stop/testing/random.ts';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '100' },
    probes: { type: 'string', default: '20' },
    gateways: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { trials, probes, gateways, seed } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>;
/** So long a dead key is barred in Redis by its hash; after that nothing at all is left there. */
const barredMs = 10_500;
const reportEvery = 100;

console.log(`${trials} forgets, each under ${probes} probes over ${gateways} gateways, seed ${seed}`);
const backends = await provideBackends();
const { postgres, redis, nats } = backends;
if (!postgres || !redis || !nats) throw new Error(backends.reasons.join('; '));
const database = await freshDatabase(postgres.url);
const servers = { postgres: database.url, redis: redis.url, nats: nats.url };
const deployment = await startDistributed(servers, { RATE_LIMIT_REQUESTS: '1000000' }, { gateway: gateways });
const db = openDatabase(createPool(database.url, 2));
try {
  process.exitCode = (await soak(redis.url)) ? 0 : 1;
} finally {
  await db.close();
  await deployment.stop();
  await database.drop();
  await backends.stop();
}

async function soak(redisUrl: string): Promise<boolean> {
  const random = seeded(seed);
  const done: Trial[] = [];
  while (done.length < trials) {
    done.push(await runTrial(deployment.baseUrls, db, probes, random));
    if (done.length % reportEvery === 0) console.log(`${done.length} done, ${total(done, 'passedAfter')} successes after the answer`);
  }
  await sleep(barredMs);
  const leftovers = await leftoversOf(
    done.map(({ guest }) => guest),
    db,
    redisUrl,
  );
  const figures = {
    'forgets answered': done.length,
    'requests of probes': total(done, 'probed'),
    'successes before the answer': total(done, 'passedBefore'),
    'successes that began after the answer (must be 0)': total(done, 'passedAfter'),
    '401 after the answer': total(done, 'refusedAfter'),
    'answers other than 200, 401, 503 (must be 0)': total(done, 'strange'),
    'erasures not confirmed (must be 0)': await pendingErasures(db),
    'traces left in PostgreSQL and Redis (must be 0)': leftovers.length,
  };
  for (const [name, figure] of Object.entries(figures)) console.log(`${String(figure).padStart(10)}  ${name}`);
  for (const { where, by } of leftovers) console.log(`  LEFT: ${where}, by its ${by}`);
  return Object.entries(figures).every(([name, figure]) => !name.endsWith('(must be 0)') || figure === 0);
}

function total(of: readonly Trial[], figure: Exclude<keyof Trial, 'guest'>): number {
  return of.reduce((sum, trial) => sum + trial[figure], 0);
}
