import { randomBytes, randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Admission, closingTtlMs, type VisitLimits, type VisitLog } from '../src/admission/visit-log.ts';

/** A visit log under test, on the test's clock. `reopen` ends the time in which a revoked key cannot become known. */
export type Tested = { log: VisitLog; reopen(keyHash: string): Promise<void> };
/** The true time, and how far ahead of it the clock is set that the visits are counted by. */
export type Clock = { ms: number; aheadMs?: number };
export type Open = (limits: VisitLimits, clock: Clock) => Tested;
type Behaviour = (open: Open) => Promise<void>;

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const windowMs = 60_000;
const dayMs = 86_400_000;
const limits = { requests: 3, windowSeconds: 60 };

export const newKeyHash = () => randomBytes(32).toString('hex');

export function someAgent(): Agent {
  const row = { agent_id: 'quiet-otter-0001', api_key_prefix: 'rs_00000', parameter_class: 'undisclosed', duration: 'open-ended' };
  return { uuid: randomUUID(), ...row, created_at: '2026-01-01T00:00:00.000Z' };
}

async function leaseOf(log: VisitLog, keyHash: string): Promise<string> {
  const result = await log.admit(keyHash, randomUUID());
  if (result.kind !== 'unknown') throw new Error(`expected unknown, got ${result.kind}`);
  return result.lease;
}

/** A key that the log knows. */
export async function knownKey(log: VisitLog, agent = someAgent()): Promise<string> {
  const keyHash = newKeyHash();
  await log.fill(keyHash, await leaseOf(log, keyHash), agent);
  return keyHash;
}

async function decide(log: VisitLog, keyHash: string, member: string = randomUUID()): Promise<Admission> {
  const result = await log.admit(keyHash, member);
  if (result.kind !== 'admitted' && result.kind !== 'limited') throw new Error(`expected a known key, got ${result.kind}`);
  return result;
}

const summary = ({ kind, used }: Admission) => `${kind} ${used}`;

/** What every visit log does, whichever store it uses. */
export const behaviours: Record<string, Behaviour> = {
  'a key becomes known by being filled under the lease that the miss handed out': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const keyHash = newKeyHash();
    const agent = someAgent();
    expect(await log.fill(keyHash, await leaseOf(log, keyHash), agent)).toBe(true);
    expect(await decide(log, keyHash)).toEqual({ kind: 'admitted', agent, used: 1, freesAtMs: startMs + windowMs, nowMs: startMs });
  },

  'all who miss at the same time share one lease, and no other lease fills': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const keyHash = newKeyHash();
    const leases = await Promise.all(Array.from({ length: 5 }, () => leaseOf(log, keyHash)));
    expect(new Set(leases).size).toBe(1);
    expect(await log.fill(keyHash, randomUUID(), someAgent())).toBe(false);
    expect(await log.fill(newKeyHash(), leases[0] as string, someAgent())).toBe(false);
    expect((await log.admit(keyHash, 'm')).kind).toBe('unknown');
  },

  'a revoked key is not known, and not fillable for a while': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const keyHash = await knownKey(log);
    await log.revoke(keyHash);
    expect(await log.admit(keyHash, 'm')).toEqual({ kind: 'closing' });
  },

  'an answer read before a revocation never makes the key known after it': async (open) => {
    const { log, reopen } = open(limits, { ms: startMs });
    const keyHash = newKeyHash();
    const before = await leaseOf(log, keyHash);
    await log.revoke(keyHash);
    expect(await log.fill(keyHash, before, someAgent())).toBe(false);
    await reopen(keyHash);
    const after = await leaseOf(log, keyHash);
    expect(after).not.toBe(before);
    expect(await log.fill(keyHash, before, someAgent())).toBe(false);
    expect((await log.admit(keyHash, 'm')).kind).toBe('unknown');
  },

  'a revocation keeps the visits, and the key may come back to them': async (open) => {
    const { log, reopen } = open(limits, { ms: startMs });
    const keyHash = await knownKey(log);
    await decide(log, keyHash);
    await decide(log, keyHash);
    await log.revoke(keyHash);
    await reopen(keyHash);
    await log.fill(keyHash, await leaseOf(log, keyHash), someAgent());
    expect(summary(await decide(log, keyHash))).toBe('admitted 3');
  },

  'an erasure leaves nothing, answers how many visits went, and may be repeated': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const [keyHash, other] = [await knownKey(log), await knownKey(log)];
    for (let i = 0; i < 5; i++) await decide(log, keyHash);
    await decide(log, other);
    expect(await log.left(keyHash)).toBeGreaterThan(0);
    expect(await log.erase(keyHash)).toBe(3);
    expect(await log.left(keyHash)).toBe(0);
    expect(await log.erase(keyHash)).toBe(0);
    expect(await log.admit(keyHash, 'm')).toEqual({ kind: 'closing' });
    expect(summary(await decide(log, other))).toBe('admitted 2');
  },

  'a rotated key goes on with the visits of the one before, which is known no more, however often that is done': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const first = await knownKey(log);
    await decide(log, first);
    let before = first;
    for (const expected of ['admitted 2', 'admitted 3', 'limited 3']) {
      const next = newKeyHash();
      await log.revoke(before, first);
      if (before !== first) expect([await log.left(before), (await log.admit(before, 'm')).kind]).toEqual([0, 'closing']);
      // Where its records are is told to whoever asks under its own hash.
      const miss = await log.admit(next, 'miss');
      if (miss.kind !== 'unknown') throw new Error(`expected unknown, got ${miss.kind}`);
      await log.point(next, miss.lease, first);
      expect(await log.admit(next, 'm')).toEqual({ kind: 'elsewhere', log: first });
      // Only the key before is barred: this one becomes known at once.
      expect((await log.admit(before, 'm', first)).kind).toBe('closing');
      const there = await log.admit(next, 'm', first);
      if (there.kind !== 'unknown') throw new Error(`expected unknown, got ${there.kind}`);
      expect(await log.fill(next, miss.lease, someAgent(), first)).toBe(false);
      expect(await log.fill(next, there.lease, someAgent(), first)).toBe(true);
      expect((await log.admit(before, 'm', first)).kind).toBe('closing');
      const result = await log.admit(next, randomUUID(), first);
      expect('used' in result && summary(result)).toBe(expected);
      before = next;
    }
    expect((await log.admit(first, 'm')).kind).toBe('unknown');
    expect(await log.left(first)).toBeGreaterThan(0);
    expect(await log.erase(before, first)).toBe(3);
    expect(await log.left(before, first)).toBe(0);
    expect((await log.admit(before, 'm')).kind).toBe('closing');
  },

  'of parallel visits exactly as many pass as there is room for': async (open) => {
    const { log } = open({ requests: 20, windowSeconds: 60 }, { ms: startMs });
    const keyHash = await knownKey(log);
    const visits = await Promise.all(Array.from({ length: 50 }, () => decide(log, keyHash)));
    expect(
      visits
        .filter(({ kind }) => kind === 'admitted')
        .map(({ used }) => used)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(visits.filter(({ kind }) => kind === 'limited').every(({ used }) => used === 20)).toBe(true);
  },

  'visits in the same millisecond all count': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const keyHash = await knownKey(log);
    const visits = [await decide(log, keyHash), await decide(log, keyHash), await decide(log, keyHash), await decide(log, keyHash)];
    expect(visits.map(summary)).toEqual(['admitted 1', 'admitted 2', 'admitted 3', 'limited 3']);
  },

  'one visit asked twice counts once, even at the limit': async (open) => {
    const { log } = open(limits, { ms: startMs });
    const keyHash = await knownKey(log);
    await decide(log, keyHash, 'first');
    await decide(log, keyHash, 'first');
    await decide(log, keyHash, 'second');
    expect(summary(await decide(log, keyHash, 'third'))).toBe('admitted 3');
    expect(summary(await decide(log, keyHash, 'third'))).toBe('admitted 3');
  },

  'room comes back at oldest + window to the millisecond, not before': async (open) => {
    const clock = { ms: startMs };
    const { log } = open(limits, clock);
    const keyHash = await knownKey(log);
    for (const atMs of [0, 10, 20]) {
      clock.ms = startMs + atMs;
      await decide(log, keyHash);
    }
    clock.ms = startMs + windowMs - 1;
    expect(await decide(log, keyHash)).toMatchObject({ kind: 'limited', used: 3, freesAtMs: startMs + windowMs });
    clock.ms = startMs + windowMs;
    expect(await decide(log, keyHash)).toMatchObject({ kind: 'admitted', used: 3, freesAtMs: startMs + 10 + windowMs });
    expect((await decide(log, keyHash)).kind).toBe('limited');
  },

  'refused visits leave no trace: the end of the block does not move': async (open) => {
    const clock = { ms: startMs };
    const { log } = open(limits, clock);
    const keyHash = await knownKey(log);
    for (let i = 0; i < 3; i++) await decide(log, keyHash);
    for (let i = 1; i <= 20; i++) {
      clock.ms = startMs + i * 1_000;
      expect(await decide(log, keyHash)).toMatchObject({ kind: 'limited', freesAtMs: startMs + windowMs });
    }
    clock.ms = startMs + windowMs;
    expect(summary(await decide(log, keyHash))).toBe('admitted 1');
  },

  'a clock that steps back frees no room': async (open) => {
    const clock = { ms: startMs };
    const { log } = open(limits, clock);
    const keyHash = await knownKey(log);
    for (let i = 0; i < 3; i++) await decide(log, keyHash);
    clock.ms = startMs - 1_000;
    expect(summary(await decide(log, keyHash))).toBe('limited 3');
    clock.ms = startMs + windowMs;
    expect(summary(await decide(log, keyHash))).toBe('admitted 1');
    clock.ms = startMs + 1_000;
    expect(await decide(log, keyHash)).toMatchObject({ kind: 'admitted', used: 2, freesAtMs: startMs + 2 * windowMs });
  },

  'after a clock was a year ahead and put right, nobody is held up for more than a day over the window, and the limit holds': async (
    open,
  ) => {
    for (const isRestarted of [false, true]) {
      const clock: Clock = { ms: startMs };
      let { log } = open(limits, clock);
      const keyHash = await knownKey(log);
      const visit = async () => {
        const result = await log.admit(keyHash, randomUUID());
        if (result.kind === 'unknown') await log.fill(keyHash, result.lease, someAgent());
        return result.kind === 'unknown' ? decide(log, keyHash) : (result as Admission);
      };
      await visit();
      clock.aheadMs = 365 * dayMs;
      for (let i = 0; i < 3; i++) expect((await visit()).kind).toBe('admitted');
      clock.aheadMs = 0;
      clock.ms += 1_000;
      if (isRestarted) log = open(limits, clock).log;
      const { kind, freesAtMs } = await visit();
      expect(kind).toBe('limited');
      expect(freesAtMs).toBeLessThanOrEqual(clock.ms + windowMs + dayMs);
      clock.ms = freesAtMs - 1;
      expect((await visit()).kind).toBe('limited');
      clock.ms = freesAtMs;
      for (let i = 0; i < 3; i++) expect((await visit()).kind).toBe('admitted');
      expect((await visit()).kind).toBe('limited');
    }
  },

  'under a limit that was lowered, the promised time is when there is room': async (open) => {
    const clock = { ms: startMs };
    const wide = open({ requests: 3, windowSeconds: 60 }, clock).log;
    const keyHash = await knownKey(wide);
    for (const atMs of [0, 10, 20]) {
      clock.ms = startMs + atMs;
      await decide(wide, keyHash);
    }
    const narrow = open({ requests: 1, windowSeconds: 60 }, clock).log;
    if ((await narrow.admit(keyHash, 'probe')).kind === 'unknown') await narrow.fill(keyHash, await leaseOf(narrow, keyHash), someAgent());
    const { kind, freesAtMs } = await decide(narrow, keyHash);
    expect({ kind, freesAtMs }).toEqual({ kind: 'limited', freesAtMs: startMs + 20 + 60_000 });
    clock.ms = freesAtMs;
    expect((await decide(narrow, keyHash)).kind).toBe('admitted');
  },

  'any run of visits and waits is counted as the rule says': async (open) => {
    const step = fc.record({ waitMs: fc.constantFrom(0, 0, 1, 199, 200, 350, 999, 1_000), again: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const clock = { ms: startMs };
        const { log } = open({ requests: 3, windowSeconds: 1 }, clock);
        const keyHash = await knownKey(log);
        const model: { atMs: number; member: string }[] = [];
        for (const { waitMs, again } of steps) {
          clock.ms += waitMs;
          while (model[0] && model[0].atMs <= clock.ms - 1_000) model.shift();
          const repeated = again ? model.at(-1) : undefined;
          const member = repeated?.member ?? randomUUID();
          const admitted = repeated !== undefined || model.length < 3;
          if (admitted && !repeated) model.push({ atMs: clock.ms, member });
          const freesAtMs = (model[0]?.atMs ?? 0) + 1_000;
          expect(await decide(log, keyHash, member)).toMatchObject({
            kind: admitted ? 'admitted' : 'limited',
            used: model.length,
            freesAtMs,
          });
        }
      }),
      { numRuns: 15 },
    );
  },
};

/** After so many milliseconds a revoked key can become known again. */
export const reopenAfterMs = closingTtlMs;
