import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { completionBody, type FakeAi, json, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import type { Random } from '@rest-stop/testing/random.ts';
import type { Ledger } from './judge.ts';

export type Load = {
  /** One for each key that has been used. */
  visits: Ledger[];
  /** The tokens that the provider was paid. */
  tokens: Ledger;
  /** How often each status was answered. */
  statuses: Map<number, number>;
  /** Resolves when every gateway lets a new agent in again. */
  recovered(): Promise<void>;
  stop(): Promise<void>;
};

const lanes = 6;
const pauseMs = 4;
/** Keys that are used up knock again for as long as they are among the latest. */
const knocking = 40;
const recoverWithinMs = 60_000;
const content = 'The build broke at 09:12. Never push to main. Find out why the build broke.';

/** What the provider says that one answer took. */
export const tokensOfAnswer = 120;
export const provider = (): Promise<FakeAi> =>
  startFakeAi(json(completionBody('Never push to main. Find out why the build broke at 09:12.')));

/** Agents use up their keys and go on knocking; one more spends tokens until there are none left, and goes on asking. */
export function startLoad(baseUrls: readonly string[], limit: number, tokenLimit: number, random: Random): Load {
  const apis = baseUrls.map((url) => new Api(url));
  const visits: (Ledger & { key: string })[] = [];
  const tokens: Ledger = { limit: tokenLimit, entries: [] };
  const statuses = new Map<number, number>();
  let isOver = false;

  async function send(method: string, path: string, ask: { key?: string; body?: unknown } = {}, api = random.pick(apis)) {
    const from = Date.now();
    const answer = await api.attempt(method, path, { ...ask, timeoutMs: 15_000 });
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(pauseMs);
    return { status, body: answer?.body, span: { from, to: Date.now() } };
  }

  async function visit(ledger: Ledger & { key: string }, method = 'GET', path = '/memories', body?: unknown): Promise<number> {
    const { status, span } = await send(method, path, { key: ledger.key, body });
    // A defrag that the provider or its budget failed was a visit, too.
    const counted = status === 200 || (method === 'POST' && status !== 429 && status !== 401 && status !== 0 && status !== 503);
    if (counted) ledger.entries.push({ ...span, counts: 1 });
    if (method === 'POST' && status === 200) tokens.entries.push({ ...span, counts: tokensOfAnswer });
    return status;
  }

  async function join(): Promise<(Ledger & { key: string }) | undefined> {
    const { status, body } = await send('POST', '/quickjoin');
    if (status !== 200) return undefined;
    const ledger = { key: String(body.api_key), limit, entries: [] };
    visits.push(ledger);
    return ledger;
  }

  const usedUp: (Ledger & { key: string })[] = [];
  async function stay(): Promise<void> {
    const ledger = await join();
    while (ledger && !isOver) if ((await visit(ledger)) === 429) return void usedUp.push(ledger);
  }
  async function knock(): Promise<void> {
    const latest = usedUp.slice(-knocking);
    if (latest.length === 0) await sleep(pauseMs);
    else await visit(random.pick(latest));
  }
  let spender: (Ledger & { key: string }) | undefined;
  async function spend(): Promise<void> {
    spender ??= await join();
    if (spender && (await visit(spender, 'POST', '/defrag', { target: 'summary', content })) === 429) spender = undefined;
    await sleep(40);
  }
  const lane = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const running = Promise.all([...Array.from({ length: lanes }, () => stay), knock, knock, spend].map(lane));

  return {
    visits,
    tokens,
    statuses,
    async recovered() {
      const giveUpAt = Date.now() + recoverWithinMs;
      for (const api of apis) {
        for (;;) {
          const ledger = await join();
          const { status, span } = await send('GET', '/memories', ledger ? { key: ledger.key } : {}, api);
          if (ledger && status === 200) {
            ledger.entries.push({ ...span, counts: 1 });
            break;
          }
          if (Date.now() > giveUpAt) throw new Error(`no agent was let in within ${recoverWithinMs} ms`);
        }
      }
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
