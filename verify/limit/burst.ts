import type { RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { Api } from '@rest-stop/testing/client.ts';
import type { Random } from '@rest-stop/testing/random.ts';

/** What came back for one request; times by this machine's clock, in milliseconds since the epoch. Status 0: no answer at all. */
export type Reply = { status: number; startedAt: number; endedAt: number; retryAfter: number; body: unknown };

export type Rule = { limit: number; windowSeconds: number };

/** What was wrong with a burst: all of it counts requests. */
export type Verdict = {
  requests: number;
  passed: number;
  refused: number;
  unavailable: number;
  other: number;
  /** Let in beyond the limit. */
  overAdmissions: number;
  /** Refused though there was room, even if every request that got 503 had been counted. */
  falseRefusals: number;
  /** Refusals that name another time than the first admitted visit and the window make, by more than a second. */
  untrueTimes: number;
};

const toleranceMs = 1_000;

async function send(api: Api, key: string): Promise<Reply> {
  const startedAt = Date.now();
  const answer = await api.attempt('GET', '/memories', { key });
  const retryAfter = Number(answer?.headers.get('retry-after') ?? 0);
  return { status: answer?.status ?? 0, startedAt, endedAt: Date.now(), retryAfter, body: answer?.body };
}

/** Sends `parallel` requests with one key at once, spread over the gateways by chance. */
export function burst(baseUrls: readonly string[], key: string, parallel: number, random: Random): Promise<Reply[]> {
  const apis = Array.from({ length: parallel }, () => new Api(random.pick(baseUrls)));
  return Promise.all(apis.map((api) => send(api, key)));
}

/** Holds the first use of a key against the rule. */
export function judge(replies: readonly Reply[], { limit, windowSeconds }: Rule): Verdict {
  const having = (status: number) => replies.filter((reply) => reply.status === status);
  const [passed, refused, unavailable] = [having(200), having(429), having(503)];
  // The first visit was counted at some time between these two.
  const earliest = Math.min(...replies.map(({ startedAt }) => startedAt)) + windowSeconds * 1_000;
  const latest = Math.min(...passed.map(({ endedAt }) => endedAt)) + windowSeconds * 1_000;
  const isTrue = ({ body }: Reply) => {
    const { retry_at } = body as RateLimitedBody;
    const at = Date.parse(retry_at);
    return at >= earliest - toleranceMs && at <= latest + toleranceMs;
  };
  return {
    requests: replies.length,
    passed: passed.length,
    refused: refused.length,
    unavailable: unavailable.length,
    other: replies.length - passed.length - refused.length - unavailable.length,
    overAdmissions: Math.max(0, passed.length - limit),
    falseRefusals: Math.max(0, Math.min(limit, replies.length) - passed.length - unavailable.length),
    untrueTimes: refused.filter((reply) => !isTrue(reply)).length,
  };
}

/** Whether, of the refusals' promises, the last one to come is kept: a request at that time passes. */
export async function promiseIsKept(replies: readonly Reply[], baseUrl: string, key: string): Promise<boolean> {
  const refused = replies.filter(({ status }) => status === 429);
  const returnAt = Math.max(...refused.map(({ endedAt, retryAfter }) => endedAt + retryAfter * 1_000));
  await new Promise((resolve) => setTimeout(resolve, returnAt - Date.now()));
  return (await send(new Api(baseUrl), key)).status === 200;
}

export function sum(verdicts: readonly Verdict[]): Verdict {
  const total = { requests: 0, passed: 0, refused: 0, unavailable: 0, other: 0, overAdmissions: 0, falseRefusals: 0, untrueTimes: 0 };
  for (const verdict of verdicts) for (const name in total) total[name as keyof Verdict] += verdict[name as keyof Verdict];
  return total;
}
