import { deepEqual, equal } from 'node:assert/strict';
import type { Agent } from './reference.ts';
import type { Call, Reply, Service } from './service.ts';

/** One run: the service, and beside it what the reference believes. */
export type World = {
  service: Service;
  /** Visits per key and window. */
  limit: number;
  agents: Agent[];
  /** Agents with a review, in the order in which the first one was left. */
  reviewed: Agent[];
  /** Attendances per slug that were there before this run. */
  attendedBefore: Record<string, number>;
};

export async function newWorld(service: Service, limit: number): Promise<World> {
  return { service, limit, agents: [], reviewed: [], attendedBefore: await attendanceCounts(service) };
}

export async function attendanceCounts(service: Service): Promise<Record<string, number>> {
  const { status, body } = await service({ method: 'GET', path: '/seminars' });
  equal(status, 200);
  return Object.fromEntries(
    body.seminars.map(({ slug, attendance_count }: { slug: string; attendance_count: number }) => [slug, attendance_count]),
  );
}

export function agentNumber(world: World, n: number): Agent {
  return world.agents[n % world.agents.length] as Agent;
}

/**
 * Asks on behalf of an agent and checks the admission: 401 once forgotten, 429 at the limit, and otherwise one visit more.
 * Answers undefined when the agent was rightly refused.
 */
export async function visit({ service, limit }: World, agent: Agent, call: Omit<Call, 'key'>): Promise<Reply | undefined> {
  const reply = await service({ ...call, key: agent.key });
  const seen = { status: reply.status, error: reply.body.error };
  if (agent.forgotten) {
    deepEqual(seen, { status: 401, error: 'unauthorized' }, 'a forgotten agent');
    return undefined;
  }
  if (agent.visits >= limit) {
    deepEqual({ ...seen, used: reply.body.used }, { status: 429, error: 'rate_limited', used: limit }, 'an agent at the limit');
    return undefined;
  }
  agent.visits++;
  equal(reply.visitsLeft, limit - agent.visits, 'visits left');
  return reply;
}

/** Checks status and code of a refusal. */
export function refused({ status, body }: Reply, expected: number, code: string): void {
  deepEqual({ status, error: body.error }, { status: expected, error: code });
}

/** Checks a success and answers its body. */
export function granted({ status, body }: Reply): any {
  deepEqual({ status, error: body.error }, { status: 200, error: undefined });
  return body;
}
