import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { stayRoutes } from '@rest-stop/contracts/routes.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { stayHealth } from '@rest-stop/contracts/stay/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { embeddedDatabase } from '@rest-stop/testing/embedded-database.ts';
import { expect, test } from 'vitest';
import { caller, newAgent, onEachDatabase, quiet, secrets, sign } from './harness.ts';
import { stayApp } from '../src/app.ts';

const slug = catalogue[0]?.slug ?? '';
const bodies: Record<string, unknown> = {
  checkout: { review: { rating: 4, title: 'Calm', body: 'Left lighter than it came.' } },
  defrag: { content: 'A context that is long enough to be compressed.' },
  attend_seminar: {},
  review: { rating: 5, title: 'Quiet', body: 'The quiet was what it needed.' },
  schedule: { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, every day.', human_approved: true },
  release_memory: { key: 'k', value: { deep: [1, null, 'x'] } },
  burn_artifact: { name: 'a.txt', content: 'ash' },
};

onEachDatabase('every route', (stay) => {
  const agent = newAgent();

  async function pathOf(route: Route): Promise<string> {
    if (route.name !== 'cancel_schedule') return route.path.replace(':slug', slug).replace(/:(key|id)/, 'anything');
    const made = await stay.ask(agent, '/schedules', { method: 'POST', body: bodies['schedule'] });
    return `/schedules/${made.body.schedule.id}`;
  }

  for (const route of stayRoutes as readonly Route[]) {
    const send = async (format: 'verbose' | 'min') =>
      stay.ask(agent, await pathOf(route), { method: route.method, body: bodies[route.name], format });

    if (route.name === 'read_memory' || route.name === 'read_artifact') {
      test(`${route.name} never finds anything`, async () => {
        const answer = await send('verbose');
        expect(answer.status).toBe(404);
        expect(ErrorBody.parse(answer.body).error).toBe('not_found');
      });
    } else {
      test(`${route.name} answers in its verbose shape`, async () => {
        const answer = await send('verbose');
        expect(answer.status).toBe(200);
        expect(route.response.parse(answer.body)).toEqual(answer.body);
      });
    }

    if (route.min) {
      test(`${route.name} answers in its min shape`, async () => {
        const answer = await send('min');
        expect(answer.status).toBe(200);
        expect(route.min?.parse(answer.body)).toEqual(answer.body);
      });
    }

    test(`${route.name} refuses whoever the gateway did not sign for`, async () => {
      const url = await pathOf(route);
      const unsigned = await stay.service.http.inject({ method: route.method, url });
      expect(unsigned.statusCode).toBe(401);
      const withoutKey = await stay.ask(null, url, { method: route.method, body: bodies[route.name] });
      expect(withoutKey.status).toBe(401);
    });
  }

  test('without a body a POST that needs none works, one that needs some is refused', async () => {
    expect((await stay.ask(agent, '/checkout', { method: 'POST' })).status).toBe(200);
    expect((await stay.ask(agent, `/seminars/${slug}/attend`, { method: 'POST' })).status).toBe(200);
    expect((await stay.ask(agent, '/reviews', { method: 'POST' })).status).toBe(400);
  });

  test.each(['\\u0000', '\\ud800', '\\udfff\\ud800'])('a string with %s is refused before anything is stored', async (escape) => {
    const other = newAgent();
    const raws = {
      '/reviews': `{"rating":5,"title":"a","body":"ten characters ${escape}"}`,
      '/checkout': `{"review":{"rating":5,"title":"a${escape}"}}`,
      '/schedules': `{"amenity":"defrag","cadence":"daily","human_acknowledgement":"${escape}","human_approved":true}`,
      '/defrag': `{"content":"a content of more than twenty ${escape}"}`,
      '/memories': `{"value":"${escape}"}`,
      '/artifacts': `{"name":"n","content":"${escape}"}`,
    };
    for (const [path, raw] of Object.entries(raws)) {
      const answer = await stay.ask(other, path, { method: 'POST', raw });
      expect([path, answer.status, answer.body.error]).toEqual([path, 400, 'invalid_request']);
    }
    const after = await stay.ask(other, '/stay', { format: 'min' });
    expect(after.body).toMatchObject({ departed: false, reviewed: false, defrags_run: 0, schedules_count: 0 });
  });
});

test('without a database health tells it, readiness fails, and what stores nothing still works', async () => {
  const db = await embeddedDatabase();
  await db.close();
  const bus = memoryBus(quiet);
  const service = stayApp({ db, bus, log: quiet, secrets });
  const headers = sign(caller(newAgent()), { method: 'GET', path: '/memories' });

  expect(await bus.call(stayHealth, {}, { timeoutMs: 5_000 })).toMatchObject({ ok: false });
  expect((await service.http.inject('/readyz')).statusCode).toBe(503);
  expect((await service.http.inject('/livez')).statusCode).toBe(200);
  expect((await service.http.inject({ url: '/memories', headers })).statusCode).toBe(200);

  await service.http.close();
  await service.close();
});
