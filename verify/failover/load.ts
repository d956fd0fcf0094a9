import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Api } from '@rest-stop/testing/client.ts';
import type { Random } from '@rest-stop/testing/random.ts';

/** When something was asked and answered, by this machine's clock, in milliseconds since the epoch. */
export type Span = { from: number; to: number };

/** An agent that stays: each of its visits that passed. */
type Guest = { agentId: string; joined: Span; visits: Span[] };
/** An agent that has its receipt. */
type Gone = { key: string; keyHash: string; agentId: string; at: number };

/** What was acknowledged, and what should not have been. */
export type Ledger = {
  guests: Guest[];
  gone: Gone[];
  /** Reviews of guests, by their id. */
  reviews: Map<string, Span>;
  /** Answers to a forgotten key, after its receipt, that were 200. */
  revived: string[];
  /** How often each status was answered. */
  statuses: Map<number, number>;
};

export type Load = {
  ledger: Ledger;
  /** Resolves when an agent can do everything again at every gateway: come, be counted, leave a review and be forgotten. */
  recovered(): Promise<void>;
  /** Asks every gateway about the keys that were forgotten last. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
};

const pauseMs = 15;
/** So many have come and not left yet: what stands by should know whoever is forgotten. */
const mostWaiting = 25;
const recoverWithinMs = 90_000;
const review = { rating: 4, title: 'Still here', body: 'Something changed behind the counter and I was served.' };

/** Agents come, are counted up to the limit and beyond, leave reviews and are forgotten; who was forgotten knocks again. */
export function startLoad(baseUrls: readonly string[], limit: number, random: Random): Load {
  const ledger: Ledger = { guests: [], gone: [], reviews: new Map(), revived: [], statuses: new Map() };
  const apis = baseUrls.map((url) => new Api(url));
  const waiting: { key: string; agentId: string }[] = [];
  let isOver = false;

  async function send(method: string, path: string, key?: string, body?: unknown, api = random.pick(apis)) {
    const from = Date.now();
    const answer: Answer | undefined = await api.attempt(method, path, { key, body, timeoutMs: 15_000 });
    const status = answer?.status ?? 0;
    ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
    await sleep(pauseMs);
    return { status, body: answer?.body, span: { from, to: Date.now() } };
  }

  async function join() {
    const { status, body, span } = await send('POST', '/quickjoin');
    return status === 200 ? { key: String(body.api_key), agentId: String(body.reservation.agent_id), span } : undefined;
  }

  async function stays(): Promise<void> {
    const joined = await join();
    if (!joined) return;
    const guest: Guest = { agentId: joined.agentId, joined: joined.span, visits: [] };
    ledger.guests.push(guest);
    const count = (visit: Awaited<ReturnType<typeof send>>) => {
      if (visit.status === 200) guest.visits.push(visit.span);
      return visit;
    };
    const left = count(await send('POST', '/reviews', joined.key, review));
    if (left.status === 200) ledger.reviews.set(String(left.body.review.id), left.span);
    for (let n = 0; n < 2 * limit && !isOver; n++) {
      const { status } = count(await send('GET', '/memories', joined.key));
      if (status === 401) return;
    }
  }

  /** An agent that will leave: it is known to Redis and to what stands by. */
  async function arrives(): Promise<{ key: string; agentId: string } | undefined> {
    const joined = await join();
    if (!joined) return undefined;
    for (const api of apis) await send('GET', '/memories', joined.key, undefined, api);
    await send('POST', '/reviews', joined.key, review);
    return joined;
  }

  /** Answers whether there is a receipt. */
  async function leaves({ key, agentId }: { key: string; agentId: string }): Promise<boolean> {
    const forgotten = await send('POST', '/forget', key);
    if (forgotten.status !== 200) return false;
    ledger.gone.push({ key, keyHash: hash('sha256', key), agentId, at: forgotten.span.to });
    return true;
  }

  const comeAndGo = async () => {
    const arrived = await arrives();
    if (arrived) waiting.push(arrived);
    const first = waiting.length > mostWaiting ? waiting.shift() : undefined;
    if (first) await leaves(first);
  };

  async function knock({ key, agentId, at }: Gone, api = random.pick(apis)): Promise<void> {
    const { status, span } = await send('GET', '/memories', key, undefined, api);
    if (status === 200) ledger.revived.push(`${agentId}, forgotten ${span.from - at} ms before`);
  }

  const knocks = async () => {
    const { gone } = ledger;
    if (gone.length === 0) await sleep(pauseMs);
    else await knock(random.pick(random.next() < 0.8 ? gone.slice(-40) : gone));
  };
  const lane = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const running = Promise.all([stays, stays, stays, comeAndGo, comeAndGo, knocks, knocks].map(lane));

  return {
    ledger,
    async recovered() {
      const giveUpAt = Date.now() + recoverWithinMs;
      for (let whole = 0; whole < 2; ) {
        const arrived = await arrives();
        whole = arrived && (await leaves(arrived)) ? whole + 1 : 0;
        if (Date.now() > giveUpAt) throw new Error(`no agent could stay and leave within ${recoverWithinMs} ms`);
      }
    },
    async sweep() {
      // An older database is noticed within a second by itself. Of the last 20 seconds the oldest first: the newest the gateways bar by themselves.
      const last = ledger.gone.filter(({ at }) => at > Date.now() - 20_000).slice(0, 20);
      for (let round = 0; round < 5; round++) await Promise.all(last.flatMap((gone) => apis.map((api) => knock(gone, api))));
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
