import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { firstHidden } from '@rest-stop/contracts/hidden.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keysIn } from './keys.ts';
import { run } from './run.ts';

let home: string;
const closing: (() => void)[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'terminal-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
  for (const close of closing.splice(0)) close();
});

/** Runs a command without a terminal; `stdin` is what comes on standard input. */
async function command(args: string[], env: Record<string, string>, stdin = '') {
  const [printed, said]: [string[], string[]] = [[], []];
  const answered = Promise.withResolvers<void>();
  const code = await run(args, {
    env: { HOME: home, ...env },
    stdin: async () => stdin,
    isTerminal: false,
    async *lines() {
      yield stdin;
      await answered.promise;
    },
    print: (text) => {
      printed.push(text);
      answered.resolve();
    },
    say: (text) => void said.push(text),
  });
  return { code, printed: printed.join(''), said: said.join('') };
}

/** A service that answers everything with the same; its base URL. */
async function serviceSaying(status: number, body: unknown): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const codes = [...Array.from({ length: 32 }, (_, code) => code), ...Array.from({ length: 33 }, (_, n) => 0x7f + n)].concat([
  0xad, 0x061c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xe0041, 0xe007f, 0xe01ef,
]);
const table = codes.map((code) => String.fromCodePoint(code));
const nasty = `\u001b]52;c;cm0gLXJm\u0007${table.map((character) => `x${character}y`).join('')} می‌خواهم 👨‍👩‍👧`;
const lists = { rules: { found: 0, kept: 0, lost: [] }, decisions: { found: 0, kept: 0, lost: [] } };
const none = { found: 0, kept: 0, lost: [] };
const fidelity = { ...lists, goal: none, last_request: none, failed_attempts: none, deadlines: none, identifiers: none, invented: 0 };
const stats = { input_chars: 30, output_chars: 3, compression_ratio: 10, fidelity, credentials: { found: 0, kinds: [] } };

describe('what the service says is printed without what acts on a terminal', () => {
  const outputs: [name: string, args: string[], body: unknown][] = [
    ['prose', ['defrag'], { target: 'summary', compressed: nasty, structured_ok: true, stats }],
    [
      'an object',
      ['defrag', '-t', 'constraints'],
      { target: 'constraints', compressed: { hard: [nasty], soft: [], deadlines: [] }, structured_ok: true, stats },
    ],
    ['everything as JSON', ['defrag', '--json'], { target: 'summary', compressed: nasty, structured_ok: true, stats }],
    ['a lecture', ['attend', 'x'], { attended: true, transcript: nasty }],
    ['the stay', ['stay'], { review: { title: nasty } }],
    ['the catalogue', ['seminars'], { seminars: [{ slug: 'x', title: nasty }] }],
    ['schedules', ['schedule', 'list'], { standing_reservations: [{ id: nasty, amenity: 'defrag', cadence: 'daily' }] }],
    ['a note', ['review', '--rating', '5', '--title', 'x', '--body', 'x'], { public_warning: nasty, review: { id: 'x' } }],
    ['a receipt', ['forget', '--yes'], { agent_id: 'x', note: nasty }],
    ['a departure', ['checkout'], { departed_at: nasty }],
    ['what an MCP server says', ['mcp'], { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: nasty }] } }],
  ];

  test.each(outputs)('%s', async (_, args, body) => {
    const env = { REST_STOP_URL: await serviceSaying(200, body), REST_STOP_KEY: 'rs_0123456789abcdef01234567' };
    const stdin =
      args[0] === 'mcp' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' }) : 'A context that is long enough to be sent.';
    const { code, printed, said } = await command(args, env, stdin);
    expect([code, said]).toEqual([0, expect.any(String)]);
    expect(firstHidden(printed)).toBeUndefined();
    expect(firstHidden(said)).toBeUndefined();
    expect(`${printed}${said}`).toContain('می‌خواهم 👨‍👩‍👧');
  });

  test('an error, too', async () => {
    const base = await serviceSaying(400, {
      error: 'invalid_request',
      message: nasty,
      issues: [{ path: nasty, rule: 'x', message: nasty }],
    });
    const { code, said } = await command(['stay'], { REST_STOP_URL: base, REST_STOP_KEY: 'rs_0123456789abcdef01234567' });
    expect([code, firstHidden(said)]).toEqual([1, undefined]);
    expect(said).toContain('می‌خواهم');
  });

  test('and JSON means what it meant', async () => {
    const body = { target: 'summary', compressed: nasty, structured_ok: true, stats };
    const env = { REST_STOP_URL: await serviceSaying(200, body), REST_STOP_KEY: 'rs_0123456789abcdef01234567' };
    const { printed } = await command(['defrag', '--json'], env, 'A context that is long enough to be sent.');
    expect(JSON.parse(printed).compressed).toBe(nasty);
  });
});

describe('http to another machine', () => {
  test.each(['http://rest.example/v1', 'http://10.0.0.7:8080/v1', 'http://127.0.0.1.example/v1', 'http://localhost.example/v1'])(
    '%s is refused before anything is sent',
    async (base) => {
      for (const [args, env] of [
        [['stay', '--base-url', base], {}],
        [['stay'], { REST_STOP_URL: base }],
      ] as const) {
        const { code, said } = await command([...args], { ...env, REST_STOP_KEY: 'rs_0123456789abcdef01234567' });
        expect([code, said]).toEqual([2, expect.stringContaining('add --insecure')]);
      }
    },
  );

  test.each([
    [['--insecure'], {}],
    [[], { REST_STOP_INSECURE: '1' }],
  ] as const)(
    'is asked where the user says so: %j %j',
    async (args, env) => {
      const { code, said } = await command(['seminars', '--base-url', 'http://nobody.invalid/v1', ...args], env);
      expect(said).not.toContain('--insecure');
      expect(code).toBe(4);
    },
    60_000,
  );

  test.each(['localhost', 'rest-stop.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('this one, %s, needs no such word', async (host) => {
    const { said } = await command(['stay', '--base-url', `http://${host}:1/v1`], {});
    expect(said).toContain('There is no key');
  });
});

describe('a key file that is a link', () => {
  const kept = { current: 'https://rest.example/v1', keys: { 'https://rest.example/v1': { agent_id: 'x', api_key: 'rs_0' } } };

  test.each([true, false])('stays one; the file behind it is replaced, readable by nobody else (there before: %s)', async (exists) => {
    const { path, read, write } = keysIn({ HOME: home });
    const file = join(home, 'kept-elsewhere', 'key.json');
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(dirname(file));
    if (exists) writeFileSync(file, '{}', { mode: 0o644 });
    symlinkSync('../../kept-elsewhere/key.json', path);
    await write(kept);
    expect([lstatSync(path).isSymbolicLink(), readlinkSync(path)]).toEqual([true, '../../kept-elsewhere/key.json']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(kept);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await read()).toEqual(kept);
    expect([readdirSync(dirname(path)), readdirSync(dirname(file))]).toEqual([['key.json'], ['key.json']]);
  });
});
