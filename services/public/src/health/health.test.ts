import { identityHealth } from '@rest-stop/contracts/identity.ts';
import { getHealth } from '@rest-stop/contracts/public.ts';
import { stayHealth } from '@rest-stop/contracts/stay/bus.ts';
import { describe, expect, it } from 'vitest';
import { publicService } from '../../test/support.ts';

const up = (ms: number) => () => ({ ok: true, db_latency_ms: ms });
const down = () => ({ ok: false, db_latency_ms: 3 });
const broken = () => {
  throw new Error('crashed');
};
type Answer = () => { ok: boolean; db_latency_ms: number };

const ask = async (identity?: Answer, stay?: Answer) => {
  const service = publicService();
  if (identity) service.answer(identityHealth, identity);
  if (stay) service.answer(stayHealth, stay);
  const answer = await service.get('/health');
  return { status: answer.statusCode, body: getHealth.response.parse(answer.json()) };
};

describe('200', () => {
  it('is healthy with the slower round trip, to two decimals', async () => {
    expect(await ask(up(0.5), up(1.23456))).toEqual({
      status: 200,
      body: { status: 'healthy', api: 'up', db: 'up', db_latency_ms: 1.23, time: '2026-11-20T10:00:00.000Z', version: 'v1' },
    });
    expect((await ask(up(7.019), up(0))).body.db_latency_ms).toBe(7.02);
  });
});

describe('503', () => {
  it.each<[string, Answer | undefined, Answer | undefined]>([
    ["identity's database is down", down, up(1)],
    ["stay's database is down", up(1), down],
    ['both are down', down, down],
    ['identity is not there', undefined, up(1)],
    ['stay is not there', up(1), undefined],
    ['stay fails to answer', up(1), broken],
    ['nobody is there', undefined, undefined],
  ])('when %s', async (_, identity, stay) => {
    expect(await ask(identity, stay)).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', api: 'up', db: 'down', db_latency_ms: null },
    });
  });
});

it('may be kept by nobody on the way', async () => {
  const service = publicService();
  expect((await service.get('/health')).headers['cache-control']).toBe('no-store');
  service.answer(identityHealth, up(1));
  service.answer(stayHealth, up(1));
  expect((await service.get('/health')).headers['cache-control']).toBe('no-store');
});

it('asks anew every time', async () => {
  const service = publicService();
  let ok = true;
  service.answer(identityHealth, () => ({ ok, db_latency_ms: 1 }));
  service.answer(stayHealth, up(1));
  expect((await service.get('/health')).statusCode).toBe(200);
  ok = false;
  expect((await service.get('/health')).statusCode).toBe(503);
});
