import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { agentForgotten, identityHealth, identityStats } from '@rest-stop/contracts/identity.ts';
import { publicRoutes } from '@rest-stop/contracts/public.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import { countAttendances, listReviews, stayHealth, stayStats } from '@rest-stop/contracts/stay/bus.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everybodyAnswers, type PublicService, publicService } from './support.ts';

let service: PublicService;
beforeEach(() => {
  service = publicService();
});
afterEach(() => service.stop());

const read = (route: Route, text: string) => (route.mediaType ? text : JSON.parse(text));

describe('when everybody answers', () => {
  it.each(publicRoutes)('GET $path has the shape of its contract', async (route: Route) => {
    everybodyAnswers(service);
    const answer = await service.get(route.path);
    expect(answer.statusCode).toBe(200);
    expect(() => route.response.parse(read(route, answer.body))).not.toThrow();
  });

  it.each(publicRoutes)('GET $path has the same or its min shape with format=min', async (route: Route) => {
    everybodyAnswers(service);
    const answer = await service.get(route.path, 'min');
    expect(() => (route.min ?? route.response).parse(read(route, answer.body))).not.toThrow();
  });
});

describe('when 200 ask at once', () => {
  it.each<{ path: string; rpc: Rpc }>([
    { path: '/reviews', rpc: listReviews },
    { path: '/seminars', rpc: countAttendances },
    { path: '/stats', rpc: identityStats },
    { path: '/stats', rpc: stayStats },
    { path: '/health', rpc: identityHealth },
    { path: '/health', rpc: stayHealth },
    { path: '/capabilities', rpc: describeEngine },
  ])('GET $path shares what it asks ($rpc.subject)', async ({ path, rpc }) => {
    everybodyAnswers(service);
    const calls: string[] = [];
    const { call } = service.bus;
    service.bus.call = (asked, ...rest) => {
      calls.push(asked.subject);
      return call(asked, ...rest);
    };
    const answers = await Promise.all(Array.from({ length: 200 }, () => service.get(path)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(calls.filter((subject) => subject === rpc.subject).length).toBeLessThan(100);
    expect(calls).toContain(rpc.subject);
  });
});

describe('when nobody answers', () => {
  it.each(['/reviews', '/seminars', '/stats'])('GET %s says 503 unavailable and when to ask again', async (path) => {
    const answer = await service.get(path);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(ErrorBody.parse(answer.json())).toMatchObject({ error: 'unavailable', retryable: true });
  });

  it.each(['/privacy', '/capabilities', '/llms.txt', '/openapi.json'])('GET %s still answers', async (path) => {
    expect((await service.get(path)).statusCode).toBe(200);
  });

  it('GET /seminars still lists the catalogue in its min form', async () => {
    expect((await service.get('/seminars', 'min')).statusCode).toBe(200);
  });
});

describe('an agent that was forgotten', () => {
  it('is confirmed with nothing deleted and nothing left', async () => {
    const confirmations = [];
    const event = { agent: '7b0a4a4e-7d0e-4a43-9b1d-0f4b3f0f1d11', key_hash: 'a'.repeat(64) };
    for await (const confirmation of service.bus.broadcast(agentForgotten, event, { timeoutMs: 1_000 })) confirmations.push(confirmation);
    expect(confirmations).toEqual([{ service: 'public', deleted: {}, left: 0 }]);
  });
});

describe('a request that the gateway did not sign', () => {
  it('is refused', async () => {
    const { http } = service;
    expect((await http.inject({ method: 'GET', url: '/stats' })).statusCode).toBe(401);
  });
});
