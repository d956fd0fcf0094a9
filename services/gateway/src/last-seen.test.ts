import { randomUUID } from 'node:crypto';
import { recordLastSeen } from '@rest-stop/contracts/identity.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { expect, test } from 'vitest';
import { trackLastSeen } from './last-seen.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();

/** A bus on which identity answers from the call of `serve` on. */
function busWithIdentity() {
  const bus = memoryBus(createLog('test', 'silent'));
  const batches: { agent: string; at: string }[][] = [];
  const serve = () =>
    bus.serve(recordLastSeen, { queue: 'identity' }, async ({ seen }) => {
      batches.push(seen);
      return { recorded: seen.length };
    });
  return { bus, batches, serve };
}

test('the latest time of each agent is sent once, in batches of at most 1,000', async () => {
  const { bus, batches, serve } = busWithIdentity();
  serve();
  const lastSeen = trackLastSeen(bus);
  const agents = Array.from({ length: 2_500 }, () => randomUUID());
  for (const agent of agents) lastSeen.record(agent, at(1));
  lastSeen.record(agents[0] as string, at(2));
  await lastSeen.flush();
  await lastSeen.flush();
  expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 500]);
  expect(batches[0]?.[0]).toEqual({ agent: agents[0], at: at(2) });
});

test('what identity did not confirm is sent again', async () => {
  const { bus, batches, serve } = busWithIdentity();
  const lastSeen = trackLastSeen(bus);
  const agent = randomUUID();
  lastSeen.record(agent, at(1));
  await expect(lastSeen.flush()).rejects.toThrow('nobody');
  serve();
  await lastSeen.flush();
  expect(batches).toEqual([[{ agent, at: at(1) }]]);
});

test('a time recorded during a flush is not lost', async () => {
  const bus = memoryBus(createLog('test', 'silent'));
  const lastSeen = trackLastSeen(bus);
  const agent = randomUUID();
  const sent: string[] = [];
  bus.serve(recordLastSeen, { queue: 'identity' }, async ({ seen }) => {
    sent.push(...seen.map((entry) => entry.at));
    if (sent.length === 1) lastSeen.record(agent, at(2));
    return { recorded: 1 };
  });
  lastSeen.record(agent, at(1));
  await lastSeen.flush();
  await lastSeen.flush();
  expect(sent).toEqual([at(1), at(2)]);
});

test('a forgotten agent is not sent, and memory is bounded', async () => {
  const { bus, batches, serve } = busWithIdentity();
  serve();
  const lastSeen = trackLastSeen(bus);
  const gone = randomUUID();
  lastSeen.record(gone, at(1));
  lastSeen.forget(gone);
  for (let i = 0; i < 100_500; i++) lastSeen.record(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, at(1));
  await lastSeen.flush();
  expect(batches.flat()).toHaveLength(100_000);
  expect(batches.flat().some(({ agent }) => agent === gone)).toBe(false);
});
