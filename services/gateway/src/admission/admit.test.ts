import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { expect, test } from 'vitest';
import { createAdmit } from './admit.ts';
import type { AdmitResult, VisitLog } from './visit-log.ts';

const keyHash = 'a'.repeat(64);
const row = { agent_id: 'quiet-otter-0001', api_key_prefix: 'rs_00000', parameter_class: 'undisclosed', duration: 'open-ended' };
const agent: Agent = { uuid: randomUUID(), ...row, created_at: '2026-01-01T00:00:00.000Z' };
const admitted: AdmitResult = { kind: 'admitted', agent, used: 1, freesAtMs: 2, nowMs: 1 };

/** A visit log that answers with the given results, one after the other. */
function scripted(...results: AdmitResult[]): VisitLog & { filled: string[] } {
  const filled: string[] = [];
  return {
    filled,
    admit: async () => results.shift() ?? admitted,
    fill: async (_keyHash, lease) => filled.push(lease) > 0,
    point: async () => {},
    revoke: async () => {},
    erase: async () => 0,
    left: async () => 0,
    close: async () => {},
  };
}

function identity(answer: () => Promise<Agent | null>) {
  const bus = memoryBus(createLog('test', 'silent'));
  const questions = { asked: 0 };
  bus.serve(verifyKey, { queue: 'identity' }, async () => {
    questions.asked++;
    return { agent: await answer() };
  });
  return { bus, questions };
}

const failure = (work: Promise<unknown>) => work.then(String, (error: { code?: string }) => error.code);

test('a known key is not asked about', async () => {
  const { bus, questions } = identity(async () => null);
  expect(await createAdmit(scripted(admitted), bus)(keyHash, 'm')).toEqual(admitted);
  expect(questions.asked).toBe(0);
});

test('an unknown key is filled under its lease and held against the log again', async () => {
  const log = scripted({ kind: 'unknown', lease: 'l1' }, admitted);
  expect(await createAdmit(log, identity(async () => agent).bus)(keyHash, 'm')).toEqual(admitted);
  expect(log.filled).toEqual(['l1']);
});

test("identity's yes alone admits nobody: a log that goes on not knowing the key ends in unavailable", async () => {
  const log = scripted(...Array.from({ length: 9 }, (_, i): AdmitResult => ({ kind: 'unknown', lease: `l${i}` })));
  expect(await failure(createAdmit(log, identity(async () => agent).bus)(keyHash, 'm'))).toBe('unavailable');
});

test('a key that nobody has is unauthorized, also while it is being ended', async () => {
  const { bus } = identity(async () => null);
  expect(await failure(createAdmit(scripted({ kind: 'unknown', lease: 'l' }), bus)(keyHash, 'm'))).toBe('unauthorized');
  expect(await failure(createAdmit(scripted({ kind: 'closing' }), bus)(keyHash, 'm'))).toBe('unauthorized');
});

test('a key that is being ended but still has its owner is unavailable', async () => {
  const { bus } = identity(async () => agent);
  const log = scripted({ kind: 'closing' });
  expect(await failure(createAdmit(log, bus)(keyHash, 'm'))).toBe('unavailable');
  expect(log.filled).toEqual([]);
});

test('without identity an unknown key is unavailable, never unauthorized', async () => {
  const silent = identity(() => new Promise(() => {})).bus;
  const absent = memoryBus(createLog('test', 'silent'));
  const broken = identity(async () => Promise.reject(new Error('broken'))).bus;
  for (const bus of [silent, absent, broken]) {
    expect(await failure(createAdmit(scripted({ kind: 'unknown', lease: 'l' }), bus, 50)(keyHash, 'm'))).toBe('unavailable');
  }
});

test('an identity that works through a queue is waited for as long as it answers anybody', async () => {
  const bus = memoryBus(createLog('test', 'silent'));
  let queue: Promise<unknown> = Promise.resolve();
  bus.serve(verifyKey, { queue: 'identity' }, async () => {
    await (queue = queue.then(() => sleep(100)));
    return { agent };
  });
  const leases = Array.from({ length: 6 }, (_, i): AdmitResult => ({ kind: 'unknown', lease: `l${i}` }));
  const admit = createAdmit(scripted(...leases), bus, 300);
  const answers = await Promise.all(leases.map((_, i) => failure(admit(String(i).repeat(64), 'm'))));
  expect(answers).toEqual(leases.map(() => '[object Object]'));
});

test('a rotated key is filled where the records of its agent are, and the lease of another place fills nothing there', async () => {
  const done: string[][] = [];
  const log = {
    ...scripted({ kind: 'unknown', lease: 'l1' }, { kind: 'elsewhere', log: 'first' }, { kind: 'unknown', lease: 'l2' }, admitted),
    point: async (...args: string[]) => void done.push(['point', ...args]),
    fill: async (key: string, lease: string, _agent: Agent, where = key) => done.push(['fill', key, lease, where]) > 0,
  };
  const bus = memoryBus(createLog('test', 'silent'));
  bus.serve(verifyKey, { queue: 'identity' }, async () => ({ agent, first_key_hash: 'f'.repeat(64) }));
  expect(await createAdmit(log, bus)(keyHash, 'm')).toEqual(admitted);
  expect(done).toEqual([
    ['point', keyHash, 'l1', 'f'.repeat(64)],
    ['fill', keyHash, 'l2', 'first'],
  ]);
});

test('two keys that hold one lease, as those of one agent do, share no answer', async () => {
  const bus = memoryBus(createLog('test', 'silent'));
  const waiting: (() => void)[] = [];
  bus.serve(verifyKey, { queue: 'identity' }, async ({ key_hash }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { agent: key_hash === keyHash ? agent : null };
  });
  const lease: AdmitResult = { kind: 'unknown', lease: 'l' };
  const admit = createAdmit(scripted(lease, lease), bus, 5_000);
  const answers = [failure(admit('b'.repeat(64), '1')), failure(admit(keyHash, '2'))];
  await expect.poll(() => waiting.length).toBe(2);
  for (const answer of waiting) answer();
  expect(await Promise.all(answers)).toEqual(['unauthorized', '[object Object]']);
});

test('who comes while the key is being filled does not ask again', async () => {
  const { bus, questions } = identity(async () => agent);
  const filling = Promise.withResolvers<boolean>();
  const log = scripted({ kind: 'unknown', lease: 'l' }, { kind: 'unknown', lease: 'l' });
  let fills = 0;
  const fill = () => {
    fills++;
    return filling.promise;
  };
  const admit = createAdmit({ ...log, fill }, bus, 5_000);
  const first = admit(keyHash, '1');
  await expect.poll(() => fills).toBe(1);
  const second = admit(keyHash, '2');
  filling.resolve(true);
  expect(await Promise.all([first, second])).toEqual([admitted, admitted]);
  expect([questions.asked, fills]).toEqual([1, 1]);
});

test('all who hold one lease share one question, and an answer is never shared between leases', async () => {
  const waiting: ((agent: Agent | null) => void)[] = [];
  const { bus, questions } = identity(() => new Promise((resolve) => waiting.push(resolve)));
  const before: AdmitResult = { kind: 'unknown', lease: 'before the revocation' };
  const after: AdmitResult = { kind: 'unknown', lease: 'after it' };
  const admit = createAdmit(scripted(before, before, before, after), bus, 5_000);
  const early = [1, 2, 3].map((i) => failure(admit(keyHash, String(i))));
  const late = failure(admit(keyHash, '4'));
  await expect.poll(() => waiting.length).toBe(2);
  expect(questions.asked).toBe(2);
  waiting[1]?.(null);
  expect(await late).toBe('unauthorized');
  waiting[0]?.(agent);
  expect(await Promise.all(early)).toEqual(['[object Object]', '[object Object]', '[object Object]']);
});
