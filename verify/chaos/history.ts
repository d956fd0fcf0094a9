import type { Answer, Api } from '@rest-stop/testing/client.ts';

/** `unknown`: it may have taken effect, it may do so later, or never. `fail`: it has had no effect and never will. */
export type Outcome = 'ok' | 'fail' | 'unknown';

/** What a GET /stay showed. */
export type Stay = {
  departedAt: string | null;
  review: string | null;
  /** Slot to notes. */
  schedules: Record<string, string>;
  /** Attendance to transcript. */
  transcripts: Record<string, string>;
  defrags: number;
};

/** What an operation means to change: the review, or one of the standing reservations; null is "not there". */
export type Write = { register: string; value: string | null };

/** One operation of one agent as the agent saw it. Times are milliseconds since the epoch. */
export type Op = {
  agent: Agent;
  action: string;
  gateway: number;
  writes: readonly Write[];
  startMs: number;
  endMs: number;
  status: number | undefined;
  outcome: Outcome;
  /** Whether it was counted as a visit: whatever carries a RateLimit header and is no refusal was. */
  counted: 'yes' | 'no' | 'maybe';
  body: any;
};

export type Agent = { handle: string; key: string; joinedMs: number };
export type History = { agents: Agent[]; ops: Op[] };
export type Act = { action: string; method: string; path: string; body?: unknown; writes?: readonly Write[]; timeoutMs?: number };

/** One of the gateways, as the agents reach it. */
export type Gateway = { index: number; api: Api };

const timeoutMs = 12_000;

/** Carries out `act` for `agent` through one gateway and writes down what came of it. */
export async function perform(history: History, agent: Agent, gateway: Gateway, act: Act): Promise<Op> {
  const startMs = Date.now();
  const { method, path, body } = act;
  const answer = await gateway.api.attempt(method, path, { timeoutMs: act.timeoutMs ?? timeoutMs, body, key: agent.key });
  const op: Op = {
    agent,
    action: act.action,
    gateway: gateway.index,
    writes: act.writes ?? [],
    startMs,
    endMs: Date.now(),
    status: answer?.status,
    outcome: outcomeOf(answer),
    counted: countedBy(answer),
    body: answer?.body,
  };
  history.ops.push(op);
  return op;
}

/** A 503 without a RateLimit header comes from admission: the request went no further. Any other error of the service leaves it open. */
function outcomeOf(answer: Answer | undefined): Outcome {
  if (!answer) return 'unknown';
  if (answer.status === 200) return 'ok';
  if (answer.status < 500 || (answer.status === 503 && !answer.headers.has('ratelimit'))) return 'fail';
  return 'unknown';
}

function countedBy(answer: Answer | undefined): Op['counted'] {
  if (!answer) return 'maybe';
  if (answer.status === 429 || answer.status === 401) return 'no';
  return answer.headers.has('ratelimit') ? 'yes' : 'maybe';
}

/** What a 200 of GET /stay says. */
export function stayOf(body: any): Stay {
  return {
    departedAt: body.reservation.departed_at,
    review: body.review.exists ? body.review.title : null,
    schedules: Object.fromEntries(body.standing_reservations.map((s: any) => [slotOf(s), s.notes])),
    transcripts: Object.fromEntries(body.seminars_attended.map((s: any) => [s.id, s.transcript])),
    defrags: body.defrag_count,
  };
}

export function slotOf({ amenity, cadence }: { amenity: string; cadence: string }): string {
  return `schedule ${amenity} ${cadence}`;
}

/** One line for a reader; times relative to `zero`. */
export function describeOp(op: Op, zero: number): string {
  const time = (ms: number) => ((ms - zero) / 1_000).toFixed(3);
  const writes = op.writes.map(({ register, value }) => `${register} = ${value ?? '(none)'}`).join(', ');
  const ending = `${op.outcome} ${op.status ?? 'no answer'}, counted: ${op.counted}`;
  return `${time(op.startMs)}-${time(op.endMs)} ${op.agent.handle} gateway-${op.gateway + 1} ${op.action} ${writes} -> ${ending}`;
}
