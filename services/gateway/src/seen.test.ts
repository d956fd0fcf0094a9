import { randomUUID } from 'node:crypto';
import { recordLastSeen } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { expect, test } from 'vitest';
import { gatherSeen } from './seen.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();

function listening() {
  const bus = memoryBus(createLog('test', 'silent'));
  const batches: { agent: string; at: string }[][] = [];
  const listen = () =>
    bus.serve(recordLastSeen, { queue: 'identity' }, async ({ visits }) => {
      batches.push(visits);
      return { noted: visits.length };
    });
  return { bus, batches, listen };
}

test('the latest visit of each agent is told, in batches of at most 1,000, and once', async () => {
  const { bus, batches, listen } = listening();
  listen();
  const seen = gatherSeen(bus);
  const agents = Array.from({ length: 2_500 }, () => randomUUID());
  for (const agent of agents) seen.note(agent, at(1));
  seen.note(agents[0] as string, at(2));
  await seen.flush();
  await seen.flush();
  expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
  expect(batches[0]?.[0]).toEqual({ agent: agents[0], at: at(2) });
});

test('what nobody heard is told the next time', async () => {
  const { bus, batches, listen } = listening();
  const seen = gatherSeen(bus);
  const agent = randomUUID();
  seen.note(agent, at(1));
  await expect(seen.flush()).rejects.toThrow('nobody');
  listen();
  await seen.flush();
  expect(batches).toEqual([[{ agent, at: at(1) }]]);
});

test('a visit during the telling is not lost', async () => {
  const bus = memoryBus(createLog('test', 'silent'));
  const seen = gatherSeen(bus);
  const agent = randomUUID();
  const told: string[] = [];
  bus.serve(recordLastSeen, { queue: 'identity' }, async ({ visits }) => {
    told.push(...visits.map((visit) => visit.at));
    if (told.length === 1) seen.note(agent, at(2));
    return { noted: 1 };
  });
  seen.note(agent, at(1));
  await seen.flush();
  await seen.flush();
  expect(told).toEqual([at(1), at(2)]);
});

test('a forgotten agent is not told of, and the memory is bounded', async () => {
  const { bus, batches, listen } = listening();
  listen();
  const seen = gatherSeen(bus);
  const gone = randomUUID();
  seen.note(gone, at(1));
  seen.forget(gone);
  for (let i = 0; i < 100_500; i++) seen.note(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, at(1));
  await seen.flush();
  expect(batches.flat()).toHaveLength(100_000);
  expect(batches.flat().some(({ agent }) => agent === gone)).toBe(false);
});
