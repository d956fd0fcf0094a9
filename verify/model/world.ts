import { deepEqual, equal } from 'node:assert/strict';
import type { Guest } from './reference.ts';
import type { Call, Reply, Service } from './service.ts';

/** One run: the service, and beside it what the reference believes. */
export type World = {
  service: Service;
  /** Visits per key and window. */
  limit: number;
  guests: Guest[];
  /** Guests with a review, in the order in which the first one was left. */
  reviewed: Guest[];
  /** Attendances per slug that were there before this run. */
  attendedBefore: Record<string, number>;
};

export async function newWorld(service: Service, limit: number): Promise<World> {
  return { service, limit, guests: [], reviewed: [], attendedBefore: await attendanceCounts(service) };
}

export async function attendanceCounts(service: Service): Promise<Record<string, number>> {
  const { status, body } = await service({ method: 'GET', path: '/seminars' });
  equal(status, 200);
  return Object.fromEntries(
    body.seminars.map(({ slug, attendance_count }: { slug: string; attendance_count: number }) => [slug, attendance_count]),
  );
}

export function guestNumber(world: World, n: number): Guest {
  return world.guests[n % world.guests.length] as Guest;
}

/**
 * Asks on behalf of a guest and checks the admission: 401 once forgotten, 429 at the limit, and otherwise one visit more.
 * Answers undefined when the guest was rightly refused.
 */
export async function visit({ service, limit }: World, guest: Guest, call: Omit<Call, 'key'>): Promise<Reply | undefined> {
  const reply = await service({ ...call, key: guest.key });
  const seen = { status: reply.status, error: reply.body.error };
  if (guest.forgotten) {
    deepEqual(seen, { status: 401, error: 'unauthorized' }, 'a forgotten guest');
    return undefined;
  }
  if (guest.visits >= limit) {
    deepEqual({ ...seen, used: reply.body.used }, { status: 429, error: 'rate_limited', used: limit }, 'a guest at the limit');
    return undefined;
  }
  guest.visits++;
  equal(reply.visitsLeft, limit - guest.visits, 'visits left');
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
