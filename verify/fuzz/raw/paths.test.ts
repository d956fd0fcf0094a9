import type { VisitLog } from '@rest-stop/gateway/admission/visit-log.ts';
import { documents } from '@rest-stop/contracts/documents.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, raw, rawRequest, startGateway, statusOf } from '@rest-stop/gateway/test/harness.ts';
import { startTamperingProxy } from '../tampering-proxy.ts';
import { methods, spellingsOf, type Verdict, verdictOn } from './paths.ts';

let inner: Gateway;
let gateway: Gateway;
let issued: ReturnType<Gateway['keys']['issue']>;
let visits = 0;
beforeAll(async () => {
  inner = await startGateway({ limits: { requests: 1_000_000 } });
  issued = inner.keys.issue();
  const visitLog: VisitLog = { ...inner.visitLog, admit: countedBy(inner.visitLog) };
  gateway = await startGateway({ limits: { requests: 1_000_000 }, visitLog, bus: inner.bus });
  await ask(inner.port, 'GET', '/v1/stay', true);
});
afterAll(async () => {
  await gateway?.close();
  await inner?.close();
});

function countedBy({ admit }: VisitLog): VisitLog['admit'] {
  return async (keyHash, member) => {
    const visit = await admit(keyHash, member);
    if (visit.kind === 'admitted') visits++;
    return visit;
  };
}

async function ask(port: number, method: string, target: string, withKey: boolean): Promise<number> {
  return statusOf(await raw(port, rawRequest(method, target, withKey ? [`Authorization: Bearer ${issued.key}`] : [])));
}

/** What the gateway really does with a request, in the oracle's terms. */
async function observed(port: number, method: string, target: string): Promise<Verdict> {
  const withoutKey = await ask(port, method, target, false);
  const before = visits;
  gateway.upstream.seen.length = 0;
  const withKey = await ask(port, method, target, true);
  const [seen] = gateway.upstream.seen;
  return { withKey, withoutKey, upstream: seen?.path.split('?', 1)[0], counted: visits - before };
}

/** The requests of which the gateway and the oracle think differently. */
async function disagreements(port: number, requests: readonly (readonly [method: string, target: string])[]) {
  const found: { request: string; observed: Verdict; expected: Verdict }[] = [];
  for (const [method, target] of requests) {
    const [is, expected] = [await observed(port, method, target), verdictOn(method, target)];
    if (JSON.stringify(is) !== JSON.stringify(expected)) found.push({ request: `${method} ${target}`, observed: is, expected });
  }
  return found;
}

const all = [
  ...routes.flatMap((route) => spellingsOf(`/v1${route.path}`).map((target) => [route.method, target] as const)),
  ...documents.flatMap(({ path }) => spellingsOf(path).map((target) => ['GET', target] as const)),
];
/** One in so many: with 1 all of them. */
const every = Number(process.env.FUZZ_PATHS_EVERY ?? 8);
const some = all.filter((_, i) => i % every === 0);

describe('every spelling of every path', () => {
  test(`${some.length} of ${all.length}: the same status, upstream path and count as the oracle says`, async () => {
    expect(some.length).toBeGreaterThan(200);
    expect(await disagreements(gateway.port, some)).toEqual([]);
  });

  test('the oracle expects every kind of answer among all of them', () => {
    const kinds = new Set(all.map(([method, target]) => verdictOn(method, target).withKey));
    expect([...kinds].sort((a, b) => a - b)).toEqual([200, 400, 404, 405]);
  });

  test('broken on purpose, behind a proxy that decodes letters: noticed', async () => {
    const decoding = (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace(/%(6\d|7[0-9a])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
    const proxy = await startTamperingProxy({ host: '127.0.0.1', port: gateway.port, tls: false }, { request: decoding });
    const encoded = all.filter(([, target]) => /%[67]/.test(target)).slice(0, 10);
    const found = await disagreements(Number(new URL(proxy.baseUrl).port), encoded);
    await proxy.close();
    expect(found.length).toBeGreaterThan(0);
  });
});

test('every method on every path: the same as the oracle says', async () => {
  const targets = [...new Set([...routes.map(({ path }) => `/v1${path.replace(/:\w+/, 'k-1')}`), ...documents.map(({ path }) => path)])];
  const requests = targets.flatMap((target) => methods.map((method) => [method, target] as const));
  expect(await disagreements(gateway.port, requests)).toEqual([]);
});
