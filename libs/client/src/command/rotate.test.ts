import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keysIn } from './keys.ts';
import { run } from './run.ts';

const [old, fresh] = ['rs_0123456789abcdef01234567', 'rs_76543210fedcba9876543210'];
const rotated = {
  ok: true,
  rotated: true,
  store_this_now: true,
  warning: '',
  agent_id: 'quiet-otter',
  api_key: fresh,
  api_key_prefix: 'rs_76543',
};
const fine = (body: object) => ({ status: 200, body });
const refusal = (status: number, error: string) => ({ status, body: { error, message: `${error}.`, retryable: status === 503 } });

let home: string;
const closing: (() => void)[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rotate-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
  for (const close of closing.splice(0)) close();
});

/** Runs `rest-stop rotate` with a key in the file against a peer that gives these replies; undefined: it hangs up. */
async function rotateAgainst(replies: ({ status: number; body: object } | undefined)[], own: Record<string, string> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const reply = replies[asked.length];
    asked.push(`${request.url} ${request.headers.authorization?.slice('Bearer '.length)}`);
    if (reply) response.writeHead(reply.status, { 'retry-after': '0' }).end(JSON.stringify(reply.body));
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const env = { HOME: home, REST_STOP_URL: baseUrl, ...own };
  const { path, write } = keysIn(env);
  await write({ current: baseUrl, keys: { [baseUrl]: { agent_id: 'quiet-otter', api_key: old } } });
  const [printed, said]: [string[], string[]] = [[], []];
  const world = {
    env,
    stdin: undefined,
    isTerminal: false,
    async *lines() {},
    print: (t: string) => void printed.push(t),
    say: (t: string) => void said.push(t),
  };
  const code = await run(['rotate'], world);
  const kept = JSON.parse(readFileSync(path, 'utf8')).keys[baseUrl].api_key;
  return { code, asked, kept, printed: printed.join(''), said: said.join('') };
}

test('the new key takes the place of the old one in the file, and is not shown', async () => {
  const { code, kept, printed, said } = await rotateAgainst([fine(rotated)]);
  expect({ code, kept, printed }).toEqual({ code: 0, kept: fresh, printed: 'quiet-otter\n' });
  expect(said).not.toContain(fresh);
});

test('a key that the user keeps is printed, and the file is left alone', async () => {
  const { code, asked, kept, printed } = await rotateAgainst([fine(rotated)], { REST_STOP_KEY: 'rs_aaaaaaaaaaaaaaaaaaaaaaaa' });
  expect({ code, kept, printed }).toEqual({ code: 0, kept: old, printed: `${fresh}\n` });
  expect(asked).toEqual(['/v1/key/rotate rs_aaaaaaaaaaaaaaaaaaaaaaaa']);
});

test.each([
  ['and the old key works', [undefined, fine({ ok: true })], 4, 'nothing was replaced'],
  ['and the old key is dead', [undefined, refusal(401, 'unauthorized')], 3, 'lost with the answer'],
  [
    'and nobody says what became of it',
    [undefined, refusal(503, 'unavailable'), refusal(503, 'unavailable'), refusal(503, 'unavailable')],
    4,
    'not known',
  ],
  ['after a 503, by a refusal', [refusal(503, 'unavailable'), refusal(401, 'unauthorized')], 3, 'lost with the answer'],
  ['not at all: it never was a key', [refusal(401, 'unauthorized')], 3, 'rest-stop: unauthorized. (wait'],
])('when the answer is lost %s', async (_name, replies, expected, words) => {
  const { code, kept, printed, said } = await rotateAgainst(replies);
  expect({ code, kept, printed }).toEqual({ code: expected, kept: old, printed: '' });
  expect(said).toContain(words);
});
