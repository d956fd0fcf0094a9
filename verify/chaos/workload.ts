import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { type Act, type Agent, type History, type Op, perform, slotOf } from './history.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { type Random, seeded } from '@rest-stop/testing/random.ts';

export type Load = {
  seed: number;
  baseUrls: readonly string[];
  agents: number;
  hammers: number;
  /** An agent stays at least a fifth of it. */
  longestStayMs: number;
};
export type Workload = { history: History; close(): Promise<void> };

const content = 'We moved the cache because the old one lost writes. Never restart it before 18:00 UTC. Next: raise the limit to 512.';
const hammerForMs = 60_000;
const slots = [
  { amenity: 'defrag', cadence: 'daily' },
  { amenity: 'hammocks', cadence: 'weekly' },
  { amenity: 'ocean-view', cadence: 'hourly' },
] as const;

/**
 * Agents that come, do what agents do, and mostly go, through all gateways at random. Each writes one thing at a time while it reads at any
 * time, so that what it must find is known. Some (`hammers`) do nothing but ask as often as they can, many times at once.
 */
export function startWorkload({ seed, baseUrls, agents, hammers, longestStayMs }: Load): Workload {
  const history: History = { agents: [], ops: [] };
  const gateways = baseUrls.map((baseUrl, index) => ({ api: new Api(baseUrl), index }));
  let stopping = false;
  let joined = 0;

  const pause = (ms: number) => (stopping ? Promise.resolve() : sleep(ms));
  const actor = (random: Random, agent: Agent) => (act: Act) => perform(history, agent, random.pick(gateways), act);

  async function join(random: Random): Promise<Agent | undefined> {
    const handle = `agent-${seed}-${++joined}`;
    const joinedMs = Date.now();
    const answer = await random.pick(gateways).api.attempt('POST', `/quickjoin?agent_id=${handle}`, { timeoutMs: 12_000 });
    if (answer?.status !== 200) return undefined;
    const agent = { handle, key: answer.body.api_key as string, joinedMs };
    history.agents.push(agent);
    return agent;
  }

  /** One agent after another, until the end. */
  async function comeAndGo(random: Random): Promise<void> {
    while (!stopping) {
      const agent = await join(random);
      if (!agent) await pause(200);
      else if (await stayAndForget(random, agent)) await probeForgotten(random, agent);
    }
  }

  /** Answers whether the agent was told that it is forgotten. */
  async function stayAndForget(random: Random, agent: Agent): Promise<boolean> {
    const act = actor(random, agent);
    const ids = new Map<string, string>();
    const stayUntil = Date.now() + random.between(longestStayMs / 5, longestStayMs);
    let left = false;
    const reading = (async () => {
      const readerRandom = seeded(random.between(0, 2 ** 31));
      const read = actor(readerRandom, agent);
      while (!stopping && !left) {
        await read({ action: 'stay', method: 'GET', path: '/stay' });
        await pause(readerRandom.between(1_000, 2_500));
      }
    })();
    for (let n = 1; !stopping && Date.now() < stayUntil; n++) {
      const op = await act(nextWrite(random, `${agent.handle}/${n}`, ids));
      if (op.action === 'schedule' && op.outcome === 'ok') ids.set(slotOf(op.body.schedule), op.body.schedule.id);
      await pause(op.status === 429 ? 1_000 : random.between(200, 900));
    }
    const forget = stopping || random.next() < 0.3 ? undefined : await act({ action: 'forget', method: 'POST', path: '/forget' });
    left = true;
    await reading;
    return forget?.outcome === 'ok';
  }

  async function probeForgotten(random: Random, agent: Agent): Promise<void> {
    const act = actor(random, agent);
    await Promise.all(gateways.map(() => act({ action: 'memories', method: 'GET', path: '/memories' })));
    await pause(random.between(100, 1_000));
    await act({ action: 'stay', method: 'GET', path: '/stay' });
  }

  async function hammering(random: Random): Promise<void> {
    while (!stopping) {
      const agent = await join(random);
      if (!agent) await pause(200);
      else await hammer(random, agent);
    }
  }

  async function hammer(random: Random, agent: Agent): Promise<void> {
    const act = actor(random, agent);
    const until = Date.now() + hammerForMs;
    while (!stopping && Date.now() < until) {
      const asking = Array.from({ length: 6 }, () => act({ action: 'memories', method: 'GET', path: '/memories', timeoutMs: 4_000 }));
      const answers: Op[] = await Promise.all(asking);
      await pause(answers.some(({ outcome }) => outcome !== 'ok') ? random.between(300, 900) : random.between(0, 50));
    }
  }

  const random = seeded(seed);
  const own = () => seeded(random.between(0, 2 ** 31));
  const running = [...Array.from({ length: agents }, () => comeAndGo(own())), ...Array.from({ length: hammers }, () => hammering(own()))];
  return {
    history,
    async close() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

/** @param value unlike any other value that is written, so that what is read tells which operation wrote it */
function nextWrite(random: Random, value: string, ids: Map<string, string>): Act {
  const review = { rating: random.between(1, 5), title: value, body: `Written by the operation ${value}.` };
  const wrote = [{ register: 'review', value }];
  const slot = random.pick(slots);
  const register = slotOf(slot);
  const id = ids.get(register);
  const schedule = () => {
    const body = { ...slot, human_acknowledgement: 'Go on.', human_approved: true, notes: value };
    return { action: 'schedule', method: 'POST', path: '/schedules', body, writes: [{ register, value }] };
  };
  switch (random.pick(['review', 'review', 'schedule', 'schedule', 'cancel', 'attend', 'defrag', 'checkout', 'memories'] as const)) {
    case 'review':
      return { action: 'review', method: 'POST', path: '/reviews', body: review, writes: wrote };
    case 'schedule':
      return schedule();
    case 'cancel':
      if (!id) return schedule();
      return { action: 'cancel', method: 'DELETE', path: `/schedules/${id}`, writes: [{ register, value: null }] };
    case 'attend':
      return { action: 'attend', method: 'POST', path: `/seminars/${random.pick(catalogue).slug}/attend`, timeoutMs: 20_000 };
    case 'defrag':
      return { action: 'defrag', method: 'POST', path: '/defrag', body: { content }, timeoutMs: 20_000 };
    case 'checkout':
      if (random.next() < 0.5) return { action: 'checkout', method: 'POST', path: '/checkout', body: {} };
      return { action: 'checkout', method: 'POST', path: '/checkout', body: { review }, writes: wrote };
    case 'memories':
      return { action: 'memories', method: 'GET', path: '/memories' };
  }
}
