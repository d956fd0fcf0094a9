import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { type RedisOptions, startRedis } from '@rest-stop/testing/servers/redis.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { beyond, mayLoseMs, type Span, totalOf } from './judge.ts';
import { provider, startLoad, tokensOfAnswer } from './load.ts';

type Options = {
  restarts: number;
  seed: number;
  /** The program of Redis. Default: the one on this machine. */
  program?: string | undefined;
  /** Makes another list of users from the shipped one: to see that the drill notices. */
  acl?: NonNullable<RedisOptions['acl']>;
  tell(line: string): void;
};

/** That of the interface, as shipped. */
const limit = 100;
/** Used up soon, so that a budget which begins anew is seen. */
const tokenLimit = 50 * tokensOfAnswer;

/** Under load Redis is killed and told to end in turn, and started again on what it kept. Answers what came of it, by name. */
export async function runDrill({ restarts, seed, program, acl, tell }: Options): Promise<Record<string, number>> {
  const random = seeded(seed);
  const opened: Closable[] = [];
  const keep = <T extends Closable>(one: T): T => {
    opened.push(one);
    return one;
  };
  try {
    const folder = temporaryDirectory();
    keep({ close: async () => folder.remove() });
    const ai = keep(await provider());
    const [nats, postgres] = [keep(await startNats()), keep(await startPostgres())];
    const start = (port?: number) =>
      startRedis({ dir: folder.path, program, ...(acl ? { acl } : {}), ...(port === undefined ? {} : { port }) });
    let redis = await start();
    keep({ close: () => redis.close() });
    const settings = {
      AI_PROVIDER: 'openai',
      OPENAI_BASE_URL: ai.baseUrl,
      AI_MODEL: 'fake',
      AI_MAX_OUTPUT_TOKENS: '400',
      AI_MAX_TOKENS_PER_HOUR: String(tokenLimit),
    };
    const { baseUrls } = keep(await startServices({ redis, postgres, nats }, { settings, replicas: { gateway: 2 } }));
    const load = startLoad(baseUrls, limit, tokenLimit, random);
    const losable: Span[] = [];
    let slowestMs = 0;
    try {
      await load.recovered();
      for (let done = 0; done < restarts; done++) {
        await sleep(random.between(500, 3_000));
        const signal = done % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
        const beganAt = Date.now();
        await redis.kill(signal);
        await redis.exited;
        if (signal === 'SIGKILL') losable.push({ from: beganAt - mayLoseMs, to: Date.now() });
        await sleep(random.between(0, 300));
        redis = await start(redis.port);
        await load.recovered();
        slowestMs = Math.max(slowestMs, Date.now() - beganAt);
        tell(`${done + 1}/${restarts} ${signal}: all is served again after ${Date.now() - beganAt} ms`);
      }
      await sleep(1_000);
    } finally {
      await load.stop();
    }
    const over = load.visits.map((ledger) => beyond(ledger, losable));
    const usedUp = load.visits.filter((ledger) => totalOf(ledger) >= limit);
    return {
      'restarts of Redis, half of them by SIGKILL': restarts,
      'keys that were used up': usedUp.length,
      'visits that passed': load.visits.reduce((sum, ledger) => sum + totalOf(ledger), 0),
      'most visits of one key': Math.max(...load.visits.map(totalOf)),
      [`keys past their limit by visits older than ${mayLoseMs / 1_000} s at a SIGKILL (must be 0)`]: over.filter((each) => each > 0)
        .length,
      'tokens that were spent': totalOf(load.tokens),
      'tokens past the budget that were spent before that time (must be 0)': beyond(load.tokens, losable),
      'NOPERM in the log of Redis (must be 0)': readFileSync(redis.log, 'utf8').split('NOPERM').length - 1,
      'answers with 503': load.statuses.get(503) ?? 0,
      'answers with 500 (must be 0)': load.statuses.get(500) ?? 0,
      'slowest return, ms': slowestMs,
    };
  } finally {
    for (const one of opened.toReversed()) await one.close();
  }
}
