import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { type Random, seeded } from '@rest-stop/testing/random.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { createClient } from 'redis';
import { type Bounds, judge, type Left } from './judge.ts';
import { type Ledger, type Load, startLoad } from './load.ts';
import { startNatsTrio, type Trio } from './nats-trio.ts';
import type { Pair } from './pair.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { startRedisPair } from './redis-pair.ts';

type Options = {
  failovers: number;
  seed: number;
  /** Whether servers acknowledge only what a second one has: PostgreSQL commits synchronously, Redis has `min-replicas-to-write`. */
  waits: boolean;
  tell(line: string): void;
};

const limit = 40;
/** What a healthy link may be behind. */
const lagMs = 1_000;
/** `min-replicas-max-lag` of the drill, and the second in which Redis looks at it. */
const refusedAfterMs = 3_000;
const longestCutMs = 1_500;
/** Longer than the gateways bar a destroyed key by themselves. Every second time, of PostgreSQL alone: a Sentinel promotes none that is so far behind. */
const longCutMs = 14_000;
/** For what is done after an answer: erasures that are confirmed later, and those that are done again. */
const settleMs = 30_000;
const kinds = ['redis', 'postgres', 'nats'] as const;

type Stage = Closable & { redis: Pair; postgres: Pair; nats: Trio; journal: string; deployment: Distributed };

/** Under load one server after another is lost, the link to what takes over from it cut a while before. Answers what came of it, by name. */
export async function runDrill({ failovers, seed, waits, tell }: Options): Promise<Record<string, number>> {
  const random = seeded(seed);
  const stage = await startStage(waits);
  const { redis, postgres, nats, deployment, journal } = stage;
  const load = startLoad(deployment.baseUrls, limit, random);
  const bounds: Bounds = { redis: [], postgres: [] };
  const slowestMs = { redis: 0, postgres: 0, nats: 0 };
  let slowestEraseMs = 0;
  try {
    await load.recovered();
    for (let done = 0; done < failovers; done++) {
      const kind = kinds[done % kinds.length] ?? 'redis';
      await sleep(random.between(500, 2_000));
      const beganAt = Date.now();
      if (kind === 'nats') await nats.lose(done, random.between(0, 1_000));
      else {
        const cutMs =
          kind === 'postgres' && !waits && done % (2 * kinds.length) > kinds.length ? longCutMs : random.between(300, longestCutMs);
        const lossy = await failOver(stage[kind], cutMs);
        if (kind === 'redis') bounds.redis.push(waits ? { ...lossy, from: Math.max(lossy.from, lossy.killedAt - refusedAfterMs) } : lossy);
        else if (!waits) bounds.postgres.push(lossy);
      }
      await load.sweep();
      if (kind === 'postgres' && !waits) await replay(postgres, journal, random);
      if (kind !== 'nats') await stage[kind].repair();
      await recoveredOrTold(load, kind);
      slowestMs[kind] = Math.max(slowestMs[kind], Date.now() - beganAt);
      if (kind === 'redis') slowestEraseMs = Math.max(slowestEraseMs, await erasedAgain(redis, load.ledger));
      tell(`${done + 1}/${failovers} ${kind}: all is served again after ${Date.now() - beganAt} ms, ${load.ledger.revived.length} revived`);
    }
    await load.sweep();
    await load.stop();
    for (const line of load.ledger.revived.slice(0, 20)) tell(`revived: ${line}`);
    const pending = await unconfirmed(postgres);
    await erasedAgain(redis, load.ledger);
    return {
      'failovers of Redis, PostgreSQL and servers of NATS': failovers,
      ...judge(load.ledger, await leftIn(redis, postgres), bounds, limit),
      'erasures that are not confirmed (must be 0)': pending,
      'answers with 503': load.ledger.statuses.get(503) ?? 0,
      'answers with 500 (must be 0)': load.ledger.statuses.get(500) ?? 0,
      'slowest return after Redis, ms': slowestMs.redis,
      'slowest erasing again of what came back with Redis, ms': slowestEraseMs,
      'slowest return after PostgreSQL, ms': slowestMs.postgres,
      'slowest return after NATS, ms': slowestMs.nats,
    };
  } finally {
    await load.stop();
    await stage.close();
  }
}

async function startStage(waits: boolean): Promise<Stage> {
  const opened: Closable[] = [];
  const keep = <T extends Closable>(one: T): T => {
    opened.push(one);
    return one;
  };
  const close = async () => {
    for (const each of opened.toReversed()) await each.close();
  };
  try {
    const journal = temporaryDirectory();
    keep({ close: async () => journal.remove() });
    const nats = keep(await startNatsTrio());
    const redis = keep(await startRedisPair(waits));
    const postgres = keep(await startPostgresPair(waits));
    const identities: number[] = [];
    let turn = 0;
    const deployment = keep(
      await startServices(
        { redis, postgres, nats: nats.servers[0]! },
        {
          settings: { RATE_LIMIT_REQUESTS: String(limit), ERASURE_JOURNAL: journal.path },
          replicas: { gateway: 3, identity: 2 },
          async way(_from, to, url) {
            turn++;
            if (to === 'nats') return nats.servers[turn % nats.servers.length]!.url;
            return to === 'identity' ? `http://127.0.0.1:${identities[turn % identities.length]}` : url;
          },
          async started(service, { port }) {
            if (service === 'identity') identities.push(port);
          },
        },
      ),
    );
    return { redis, postgres, nats, journal: journal.path, deployment, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Answers when what was acknowledged may have been lost. */
async function failOver(pair: Pair, cutMs: number): Promise<{ from: number; to: number; killedAt: number }> {
  const from = Date.now() - lagMs;
  await pair.cut();
  await sleep(cutMs);
  const killedAt = Date.now();
  await pair.failOver();
  return { from, to: Date.now(), killedAt };
}

/** What an operator does when identity says that its database is behind. */
async function replay(postgres: Pair, journal: string, random: Random): Promise<void> {
  await sleep(random.between(0, 2_000));
  const { code, stderr } = await runProgram('scripts/erasures-replay.ts', [], { DATABASE_URL: postgres.url, ERASURE_JOURNAL: journal });
  if (code !== 0) throw new Error(`the replay failed: ${stderr}`);
}

async function recoveredOrTold(load: Load, kind: string): Promise<void> {
  await load.recovered().catch((error: unknown) => {
    const statuses = [...load.ledger.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(`after ${kind}: ${statuses}`, { cause: error });
  });
}

async function leftIn(redis: Pair, postgres: Pair): Promise<Left> {
  const column = async (text: string) => (await query(postgres.direct(), text)).map((row) => String(row['it']));
  return {
    agents: new Set(await column('select agent_id as it from identity.agent')),
    reviews: new Set(await column('select id as it from stay.review')),
    visitedKeys: await visitedKeys(redis),
  };
}

async function visitedKeys(redis: Pair): Promise<Set<string>> {
  const client = createClient({ url: redis.direct() });
  client.on('error', () => {});
  await client.connect();
  const visited = await client.keys('gateway:*:visits');
  client.destroy();
  return new Set(visited.map((name) => /\{(.*)\}/.exec(name)?.[1] ?? ''));
}

/** Until Redis holds no visits of a key that was forgotten by now, or for `settleMs`. Answers how long that took. */
async function erasedAgain(redis: Pair, { gone }: Ledger): Promise<number> {
  const keys = gone.map(({ keyHash }) => keyHash);
  const beganAt = Date.now();
  while (Date.now() - beganAt < settleMs) {
    const visited = await visitedKeys(redis);
    if (!keys.some((key) => visited.has(key))) break;
    await sleep(100);
  }
  return Date.now() - beganAt;
}

async function unconfirmed(postgres: Pair): Promise<number> {
  const giveUpAt = Date.now() + settleMs;
  for (;;) {
    const [row] = await query(postgres.direct(), 'select count(*)::int as count from identity.erasure');
    const count = Number(row?.['count']);
    if (count === 0 || Date.now() > giveUpAt) return count;
    await sleep(250);
  }
}
