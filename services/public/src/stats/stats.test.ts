import { agentForgotten, identityStats } from '@rest-stop/contracts/identity.ts';
import { stayStats } from '@rest-stop/contracts/stay/bus.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PublicService, publicService } from '../../test/support.ts';

const stayTotals = { seminars_attended: 9, seminars_attended_last_24h: 2, defrags_run: 31, reviews_left: 5 };
let service: PublicService;
let agents: number;
let identityAsked: { times: number };

beforeEach(() => {
  service = publicService();
  agents = 1;
  identityAsked = service.answer(identityStats, () => ({ total_guests: agents++, checked_in_last_24h: 1 }));
});

const read = async () => (await service.get('/stats')).json() as { total_guests: number; as_of: string };
const forget = async () => {
  const event = { agent: '7b0a4a4e-7d0e-4a43-9b1d-0f4b3f0f1d11', key_hash: 'a'.repeat(64) };
  for await (const _ of service.bus.broadcast(agentForgotten, event, { timeoutMs: 1_000 }));
};

describe('while the owners answer', () => {
  beforeEach(() => void service.answer(stayStats, () => stayTotals));

  it('keeps the totals and their time for 15 seconds and not longer', async () => {
    const first = await read();
    service.pass(14_999);
    expect(await read()).toEqual(first);
    service.pass(1);
    const second = await read();
    expect(second).toMatchObject({ total_guests: 2, as_of: '2026-11-20T10:00:15.000Z' });
  });

  it('asks once for many who ask together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    expect(new Set(answers.map((answer) => answer.total_guests))).toEqual(new Set([1]));
    expect(identityAsked.times).toBe(1);
  });

  it('reads again once somebody was forgotten', async () => {
    await read();
    await forget();
    expect((await read()).total_guests).toBe(2);
  });

  it('shows that memories and artifacts are never stored', async () => {
    expect(await read()).toMatchObject({ ...stayTotals, memories_stored: 0, artifacts_stored: 0 });
  });
});

it('does not keep totals that were being read while somebody was forgotten', async () => {
  const held = Promise.withResolvers<void>();
  service.answer(stayStats, async () => {
    await held.promise;
    return stayTotals;
  });
  const early = read();
  while (identityAsked.times === 0) await new Promise(setImmediate);
  await forget();
  held.resolve();
  expect((await early).total_guests).toBe(1);
  expect((await read()).total_guests).toBe(2);
});

it('does not keep a failure', async () => {
  let failing = true;
  service.answer(stayStats, () => {
    if (failing) throw new Error('down');
    return stayTotals;
  });
  expect((await service.get('/stats')).statusCode).toBe(503);
  failing = false;
  expect((await service.get('/stats')).statusCode).toBe(200);
});
