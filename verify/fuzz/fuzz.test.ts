import { ApiError, errorBody } from '@rest-stop/contracts/errors.ts';
import { type Deployment, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canary } from './generate/values.ts';
import { requestsOf } from './generate/requests.ts';
import { fuzz } from './run.ts';
import { startTamperingProxy, type Tampering } from './tampering-proxy.ts';
import { targetOf } from './wire.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 1_000);
/** As long as any one request may take, and the start of a deployment before it. */
const patienceMs = 180_000;

/** Ways in which a service could be wrong, and what is then said of it. */
const mutants: [name: string, fault: RegExp, Tampering][] = [
  ['a 500 for every 400', /status 500/, { answer: ({ wire }) => replaced(wire, 'HTTP/1.1 400', 'HTTP/1.1 500') }],
  [
    'an error body with one field of the wrong type',
    /invalid error body/,
    { answer: ({ wire }) => replaced(wire, '"retryable":false', '"retryable":0    ') },
  ],
  ['a success with a key of its own', /a success that is not/, { answer: ({ wire }) => replaced(wire, '"note":', '"nota":') }],
  [
    'a refusal that stored all the same',
    /refused request changed/,
    { answer: ({ status, wire }, sent) => (status === 200 && /^POST \/v1\/(?:reviews|schedules|checkout)/.test(sent) ? refusal : wire) },
  ],
  [
    'a wrong status for a code',
    /invalid_request with status 404/,
    { answer: ({ wire }) => replaced(wire, 'HTTP/1.1 400', 'HTTP/1.1 404') },
  ],
];

const refusalBody = JSON.stringify(
  errorBody(new ApiError('invalid_request', 'This is refused, allegedly.'), { baseUrl: 'http://x.test/v1', requestId: 'r' }),
);
const refusal = Buffer.from(`HTTP/1.1 400 Bad Request\r\ncontent-length: ${refusalBody.length}\r\n\r\n${refusalBody}`);

function replaced(wire: Buffer, from: string, to: string): Buffer {
  return Buffer.from(wire.toString('latin1').replace(from, to), 'latin1');
}

function fuzzSuite(start: () => Promise<Deployment>, more: (baseUrl: () => string) => void = () => {}): void {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await start();
  }, patienceMs);
  afterAll(() => deployment?.close());

  test(
    `${requests} requests of seed ${seed}: no 500, no hang, no malformed answer, nothing stored by a refusal, nothing logged`,
    async () => {
      const report = await fuzz({ baseUrl: deployment.baseUrls[0] as string, requests, seed });
      console.log(`Fuzzing with SEED=${seed}: ${JSON.stringify(report.statuses)}, ${report.watched} refusals watched`);
      expect(report.offenders.slice(0, 10)).toEqual([]);
      expect(report.sent).toBe(requests);
      for (const status of [200, 400, 401, 404, 405, 413, 415]) expect(report.statuses).toHaveProperty(String(status));
      expect((await fetch(`${deployment.baseUrls[0]}/health`)).status).toBe(200);
      for (const child of Object.values(deployment.children).flat()) {
        expect(await Promise.race([child.exited, Promise.resolve('alive')])).toBe('alive');
        expect(child.output()).not.toMatch(/rs_[0-9a-f]{24}/);
        expect(child.output()).not.toContain(canary);
      }
    },
    patienceMs,
  );

  more(() => deployment.baseUrls[0] as string);
}

function mutantSuite(baseUrl: () => string): void {
  for (const [name, fault, tampering] of mutants) {
    test(
      `broken on purpose, ${name}: noticed`,
      async () => {
        const proxy = await startTamperingProxy(targetOf(baseUrl()), tampering);
        const { offenders } = await fuzz({ baseUrl: proxy.baseUrl, requests: 400, seed });
        await proxy.close();
        expect(offenders.map((offender) => offender.fault).join('\n')).toMatch(fault);
      },
      patienceMs,
    );
  }
}

test('the same seed draws the same requests, alone or among others', () => {
  const all = [...requestsOf(seed, 120)];
  expect([...requestsOf(seed, 120, 77)]).toEqual([all[77]]);
  expect([...requestsOf(seed, 120)]).toEqual(all);
  expect([...requestsOf(seed + 1, 120)]).not.toEqual(all);
});

describe('one process', () => fuzzSuite(() => startEmbedded(), mutantSuite));

describeWith(['postgres', 'redis', 'nats'], 'every service a process', (servers) => {
  fuzzSuite(() => startOnFreshDatabase(servers));
});
