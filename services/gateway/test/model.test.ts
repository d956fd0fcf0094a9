import { randomUUID } from 'node:crypto';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RedisConnection } from '../src/admission/redis-connection.ts';
import { redisVisitLog } from '../src/admission/redis-visit-log.ts';
import { keysOf } from '../src/admission/scripts.ts';
import type { VisitLog } from '../src/admission/visit-log.ts';
import { newKeyHash, someAgent } from './behaviours.ts';
import { patientRedis } from './harness.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const limits = { requests: 4, windowSeconds: 1 };
const windowMs = limits.windowSeconds * 1_000;
const sequences = Number(process.env['ADMISSION_SEQUENCES'] ?? 100);
const commandsEach = Number(process.env['ADMISSION_COMMANDS'] ?? 40);

type Command =
  | { do: 'visit'; gateway: number }
  | { do: 'ask again'; gateway: number; which: number }
  | { do: 'wait'; ms: number }
  | { do: 'step back'; ms: number }
  | { do: 'revoke' | 'erase' | 'open again' | 'lose the scripts' };

const gatewayOf = fc.nat(2);
const waits = fc.constantFrom(1, 199, 200, 350, 999, 1_000, 5_000);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('visit' as const), gateway: gatewayOf }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask again' as const), gateway: gatewayOf, which: fc.nat(5) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: waits }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('step back' as const), ms: fc.constantFrom(1, 500, 900) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('revoke' as const, 'erase' as const, 'open again' as const, 'lose the scripts' as const) }),
  },
);

/** The rule in its simplest form: a list of visits, and a time that is never before the newest of them. */
class Model {
  visits: { atMs: number; member: string }[] = [];
  state: 'known' | 'unknown' | 'closing' = 'known';

  visit(member: string, nowMs: number): object {
    if (this.state !== 'known') return { kind: this.state };
    const clockMs = Math.max(nowMs, this.visits.at(-1)?.atMs ?? nowMs);
    this.visits = this.visits.filter(({ atMs }) => atMs > clockMs - windowMs);
    const isAgain = this.visits.some((visit) => visit.member === member);
    const isIn = isAgain || this.visits.length < limits.requests;
    if (isIn && !isAgain) this.visits.push({ atMs: clockMs, member });
    return { kind: isIn ? 'admitted' : 'limited', used: this.visits.length, freesAtMs: (this.visits[0]?.atMs ?? 0) + windowMs, nowMs };
  }
}

type Wrap = (log: VisitLog) => VisitLog;

describeWith(['redis'], `three visit logs on one Redis (seed ${seed})`, ({ redis }) => {
  let connection: RedisConnection;
  beforeAll(async () => {
    connection = await patientRedis(redis.url);
  });
  afterAll(() => connection?.close());

  async function runs(commands: readonly Command[], wrap: Wrap): Promise<void> {
    const clock = { ms: startMs };
    const clocks = { now: () => clock.ms, steady: () => clock.ms };
    const logs = [0, 1, 2].map(() => wrap(redisVisitLog(connection, limits, clocks)));
    const [log] = logs as [VisitLog];
    const model = new Model();
    const keyHash = newKeyHash();
    const makeKnown = async () => {
      const visit = await log.admit(keyHash, randomUUID());
      if (visit.kind === 'unknown') await log.fill(keyHash, visit.lease, someAgent());
    };
    await makeKnown();
    const members: string[] = [];
    for (const each of commands) {
      switch (each.do) {
        case 'wait':
          clock.ms += each.ms;
          break;
        case 'step back':
          clock.ms -= each.ms;
          break;
        case 'lose the scripts':
          await connection.send(['SCRIPT', 'FLUSH']);
          break;
        case 'open again':
          if (model.state === 'known') break;
          await connection.send(['DEL', keysOf(keyHash)[3]]);
          await makeKnown();
          model.state = 'known';
          break;
        case 'revoke':
          await log.revoke(keyHash);
          model.state = 'closing';
          break;
        case 'erase':
          expect(await log.erase(keyHash)).toBe(model.visits.length);
          model.visits = [];
          model.state = 'closing';
          break;
        default: {
          const member = (each.do === 'ask again' ? members.at(-1 - each.which) : undefined) ?? randomUUID();
          members.push(member);
          expect(await logs[each.gateway]?.admit(keyHash, member)).toMatchObject(model.visit(member, clock.ms));
        }
      }
    }
  }

  const holds = (wrap: Wrap, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: commandsEach, maxLength: commandsEach }), (commands) => runs(commands, wrap)),
      { numRuns, seed },
    );

  test(`do what the model does in ${sequences} sequences of ${commandsEach} commands`, () => holds((log) => log, sequences), 600_000);

  const mutants: Record<string, Wrap> = {
    'keep the visits of an erased key': (log) => ({
      ...log,
      async erase(keyHash) {
        await log.revoke(keyHash);
        return log.left(keyHash);
      },
    }),
    'count the same visit twice': (log) => ({ ...log, admit: (keyHash, member) => log.admit(keyHash, `${member} ${randomUUID()}`) }),
    'let one too many in': (log) => ({
      ...log,
      async admit(keyHash, member) {
        const visit = await log.admit(keyHash, member);
        return visit.kind === 'limited' && Math.random() < 0.2 ? { ...visit, kind: 'admitted' } : visit;
      },
    }),
  };
  for (const [name, wrap] of Object.entries(mutants)) {
    test(`that ${name} are caught`, async () => {
      await expect(holds(wrap, 100)).rejects.toThrow();
    });
  }
});
