import { AgentSupply } from './agents.ts';
import { encodeRequest, type Sender } from './encode.ts';
import { type FuzzRequest, requestsOf } from './generate/requests.ts';
import { faultOf } from './judge.ts';
import { exchange, type Outcome, targetOf } from './wire.ts';

/** Nothing in this service may take longer than its slowest deadline, 60 s. */
export const boundMs = 70_000;
const defaultTolerated = [503];
const oneInRefusalsWatched = 4;
const shownChars = 600;

export type FuzzOptions = {
  baseUrl: string;
  requests: number;
  seed: number;
  /** Only the request with this number, as a replay. */
  only?: number;
  /** How many requests are under way at once. */
  lanes?: number;
  /** The 5xx statuses that are no fault; by default 503 alone. */
  tolerated?: readonly number[];
};

export type Offender = { number: number; fault: string; replay: string; sent: string };
export type FuzzReport = { sent: number; statuses: Record<string, number>; watched: number; offenders: Offender[] };

/** Sends the requests of a seed and judges every answer. Each lane has an agent of its own, so that nobody else changes what is kept of it. */
export async function fuzz({ baseUrl, requests, seed, only, lanes = 4, tolerated = defaultTolerated }: FuzzOptions): Promise<FuzzReport> {
  const target = targetOf(baseUrl);
  const report: FuzzReport = { sent: 0, statuses: {}, watched: 0, offenders: [] };
  const drawn = requestsOf(seed, requests, only);

  await Promise.all(Array.from({ length: lanes }, lane));
  return report;

  async function lane(): Promise<void> {
    const agents = new AgentSupply(baseUrl);
    for (const { number, request } of drawn) {
      const watched = only !== undefined || number % oneInRefusalsWatched === 0;
      await send(agents, number, request, watched && changesSomething(request));
    }
  }

  async function send(agents: AgentSupply, number: number, request: FuzzRequest, watched: boolean): Promise<void> {
    const agent = await agents.current();
    const before = watched ? await agents.keptOf(agent) : undefined;
    const bytes = encodeRequest(request, agent);
    const outcome = await exchange(target, bytes, request.method, boundMs);
    const status = outcome.kind === 'answered' ? outcome.answer.status : outcome.kind;
    report.sent++;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    const fault =
      faultOf(request, outcome, tolerated) ?? (before === undefined || status === 200 ? undefined : await storedIn(agents, agent, before));
    if (before !== undefined && status !== 200) report.watched++;
    if (fault) report.offenders.push({ number, fault, replay: `--seed ${seed} --only ${number}`, sent: shown(bytes) });
    if (endsKey(request) && status === 200) agents.discard();
    else noteSchedule(request, outcome, agent);
  }

  async function storedIn(agents: AgentSupply, agent: Sender, before: string): Promise<string | undefined> {
    const after = await agents.keptOf(agent);
    return after === before ? undefined : `a refused request changed what is kept: ${before.slice(0, 500)} became ${after.slice(0, 500)}`;
  }
}

/** Whether the request, were it accepted, would end the key that it is sent with. */
function endsKey({ route }: Pick<FuzzRequest, 'route'>): boolean {
  return route?.name === 'forget' || route?.name === 'rotate_key';
}

/** Whether the request, were it accepted, would change what is kept of its sender. */
function changesSomething({ route, method, credential }: FuzzRequest): boolean {
  return credential === 'own' && method !== 'GET' && !endsKey({ route });
}

function noteSchedule({ route }: FuzzRequest, outcome: Outcome, agent: Sender): void {
  if (route?.name !== 'schedule' || outcome.kind !== 'answered' || outcome.answer.status !== 200) return;
  agent.schedule = (JSON.parse(outcome.answer.body.toString()) as { schedule: { id: string } }).schedule.id;
}

function shown(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/rs_[0-9a-f]{24}/g, 'rs_KEY');
  return JSON.stringify(text.length > shownChars ? `${text.slice(0, shownChars)}… (${text.length} bytes)` : text);
}
