import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Gateway, raw, rawRequest, startGateway, statusOf } from '@rest-stop/gateway/test/harness.ts';
import { startTamperingProxy } from '../tampering-proxy.ts';
import { slowClients } from './slow.ts';
import { type SmugglingCase, smugglingCorpus } from './smuggling.ts';

let gateway: Gateway;
let key: string;
let slow: ReturnType<typeof slowClients>;
beforeAll(async () => {
  gateway = await startGateway({ limits: { requests: 1_000_000 } });
  ({ key } = gateway.keys.issue());
  // They are there while everything below is asked, and looked at in the end.
  slow = slowClients({ host: '127.0.0.1', port: gateway.port, tls: false }, 'GET /v1/stats HTTP/1.1\r\nHost: g\r\nX-Slow: ', 20);
});
afterAll(async () => {
  slow?.close();
  await gateway?.close();
});
beforeEach(() => {
  gateway.upstream.seen.length = 0;
});

const bearer = () => `Authorization: Bearer ${key}`;
const seenPaths = () => gateway.upstream.seen.map(({ path }) => path);

/** Sends bytes and gives everything that comes back until the server closes. */
function untilClosed(port: number, bytes: string | Buffer): Promise<string> {
  return raw(port, bytes, /(?!)/);
}

describe('a request whose end could be seen in two places', () => {
  const corpus = (n: number) => smugglingCorpus(key, `/v1/memories/hidden-${n}`);

  for (const [n, { name }] of smugglingCorpus('', '').entries()) {
    test(`${name}: what hides in it is never asked, and the next client is not touched`, async () => {
      expect(await disturbance(gateway.port, corpus(n)[n] as SmugglingCase, n)).toEqual([]);
    });
  }

  /** What is wrong after one case was sent and, on a fresh connection, a marked request. */
  async function disturbance(port: number, { bytes, statuses, reach }: SmugglingCase, n: number): Promise<string[]> {
    gateway.upstream.seen.length = 0;
    const first = statusOf(await raw(port, bytes));
    const marked = statusOf(await raw(port, rawRequest('GET', `/v1/memories/marked-${n}`, [bearer()])));
    const [arrivals, hidden] = ['/marked-', '/hidden-'].map((part) => seenPaths().filter((path) => path.includes(part)).length);
    const faults: string[] = [];
    if (!statuses.includes(first)) faults.push(`status ${first}, not ${statuses.join(' or ')}`);
    if (marked !== 200) faults.push(`the marked request was answered ${marked}`);
    if (arrivals !== 1) faults.push('the marked request was swallowed or doubled');
    if (hidden !== 0) faults.push('the hidden request was asked');
    if (seenPaths().length !== reach + 1) faults.push(`${seenPaths().length - 1} requests were asked, not ${reach}`);
    return faults;
  }

  test('the connection is closed after exactly one answer', async () => {
    const closing = corpus(0).filter(({ closed }) => closed);
    const received = await Promise.all(closing.map(({ bytes }) => untilClosed(gateway.port, bytes)));
    expect(received.map((text, i) => [closing[i]?.name, text.match(/HTTP\/1\.1 \d{3}/g)?.length])).toEqual(
      closing.map(({ name }) => [name, 1]),
    );
    for (const text of received.filter((text) => statusOf(text) === 400)) {
      expect(ErrorBody.safeParse(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).error).toBeUndefined();
    }
  });

  const lenient: [name: string, drops: RegExp][] = [
    ['drops Transfer-Encoding', /Transfer-Encoding: chunked\r\n(?=Content-Length)/],
    ['drops Content-Length', /Content-Length: 6\r\n(?=Transfer)/],
    ['trims what stands before the colon', /(?<=Encoding) (?=:)/],
  ];
  for (const [name, drops] of lenient) {
    test(`broken on purpose, behind a proxy that ${name}: noticed`, async () => {
      const without = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(drops, ''), 'latin1');
      const proxy = await startTamperingProxy({ host: '127.0.0.1', port: gateway.port, tls: false }, { request: without });
      const faults: string[] = [];
      for (const [n, attempt] of corpus(99).entries()) {
        if (drops.test(attempt.bytes)) faults.push(...(await disturbance(Number(new URL(proxy.baseUrl).port), attempt, n)));
      }
      await proxy.close();
      expect(faults.join()).toMatch(/status|asked/);
    });
  }
});

describe('a target that is for a proxy', () => {
  for (const [method, target] of [
    ['GET', 'http://user:pass@127.0.0.1/v1/stay'],
    ['GET', 'https://other.test/v1/stay'],
    ['GET', 'HTTP://other.test/v1/stay'],
    ['GET', 'ftp://other.test/'],
    ['GET', 'other.test:80'],
    ['GET', 'v1/stay'],
    ['OPTIONS', '*'],
    ['POST', 'http://other.test/v1/forget'],
    ['TRACE', 'http://other.test/'],
    ['CONNECT', 'other.test:443'],
    ['CONNECT', '/v1/stay'],
  ] as const) {
    test(`${method} ${target}: 400, and nobody is asked`, async () => {
      const answer = await raw(gateway.port, rawRequest(method, target, [bearer()]));
      expect(statusOf(answer)).toBe(400);
      expect(seenPaths()).toEqual([]);
    });
  }

  test('TRACE does not repeat what it was sent', async () => {
    const answer = await raw(gateway.port, rawRequest('TRACE', '/v1/stay', [bearer(), 'Max-Forwards: 0', 'X-Secret: planted']));
    expect(statusOf(answer)).toBe(405);
    expect(answer).not.toMatch(/planted|rs_/);
  });
});

describe('a body that is not to be read', () => {
  test('endless, in chunks, with a key that nobody has: 401, and the sender is cut off', async () => {
    const head = rawRequest('POST', '/v1/defrag', [
      'Authorization: Bearer rs_000000000000000000000000',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]);
    const { answer, accepted } = await endless(head);
    expect(statusOf(answer)).toBe(401);
    expect(accepted).toBeLessThan(64 * 1_024 * 1_024);
    expect(seenPaths()).toEqual([]);
  });

  test('compressed, in chunks: 415, however much it would become', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const head = rawRequest('POST', '/v1/defrag', [
      bearer(),
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      'Transfer-Encoding: chunked',
    ]);
    const body = Buffer.concat([Buffer.from(`${bomb.length.toString(16)}\r\n`), bomb, Buffer.from('\r\n0\r\n\r\n')]);
    expect(statusOf(await raw(gateway.port, Buffer.concat([Buffer.from(head), body])))).toBe(415);
    expect(seenPaths()).toEqual([]);
  });

  test('2 MB behind Expect: 100-continue: it is asked for, and arrives whole', async () => {
    const body = `{"name":"a","content":"${'x'.repeat(2_000_000)}"}`;
    const head = rawRequest('POST', '/v1/artifacts', [
      bearer(),
      'Content-Type: application/json',
      'Expect: 100-continue',
      `Content-Length: ${body.length}`,
    ]);
    const answer = await raw(gateway.port, head + body, /HTTP\/1\.1 [2-5]\d\d(?! Continue)[\s\S]*\r\n\r\n/);
    expect(answer).toMatch(/^HTTP\/1\.1 100 /);
    expect(answer).toMatch(/HTTP\/1\.1 200 /);
    expect(gateway.upstream.seen[0]?.body.length).toBe(body.length);
  });
});

/** Sends chunks without end until the server closes; answers what came back and how many bytes were taken. */
function endless(head: string): Promise<{ answer: string; accepted: number }> {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(gateway.port, '127.0.0.1', () => {
      socket.write(head);
      flood();
    });
    const flood = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', flood);
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, accepted: socket.bytesWritten }));
  });
}

test('clients that send their headers a byte at a time: closed with 408 while all of the above was answered', async () => {
  const received = await slow.answers;
  expect(received).toHaveLength(20);
  for (const answer of received) expect(statusOf(answer)).toBe(408);
});
