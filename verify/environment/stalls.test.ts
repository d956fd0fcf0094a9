import { setTimeout as sleep } from 'node:timers/promises';
import { siteUrlOf } from '@rest-stop/contracts/documents.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { mcpPath } from '@rest-stop/contracts/mcp.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { longestStall, watchedLoop } from '@rest-stop/testing/deployment/loop-probe.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import { repeated } from './growth.ts';

const tries = 3;
/** No body that is accepted may hold the process up longer. */
const mostMs = 100;

const context = (text: string) => JSON.stringify({ target: 'handoff', content: text });
const full = (unit: string) => context(`User: x${repeated(unit, limits.defragMaxChars - 10)}y.`);
const nested = (content: string) => `{"name":"a","content":${'['.repeat(62)}${content}${']'.repeat(62)}}`;
const artifactBytes = 3_200_000;
/** The longest text of characters that take twelve bytes each when escaped. */
const astral = (characters: number) => '\\ud83d\\ude00'.repeat(characters);
const memory = (value: string) => `{"key":"k","value":${value}}`;
/** What a value has room for between its brackets. */
const memoryBytes = limits.memoryValueBytes - 1;
const memoryFilled = (unit: string) => memory(`[${repeated(unit, memoryBytes - (memoryBytes % unit.length)).slice(0, -1)}]`);
const message = (inArguments: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"defrag","arguments":{${inArguments}}}}`;

const messageMeta = (members: number) => {
  const meta = Array.from({ length: members }, (_, n) => `"k${n}":1`).join(',');
  return `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${meta}}}}`;
};

/** The worst that a body can be, by the path that takes it. All are within the limits of the wire. */
const worst: readonly (readonly [name: string, path: string, body: string])[] = [
  ['a context of blank lines', '/defrag', full('\n')],
  ['a context without a space', '/defrag', full('abcdefghij')],
  ['a context of brackets', '/defrag', full('[{(')],
  ['a context of points', '/defrag', full('.')],
  ['a context of one sentence', '/defrag', full('word ')],
  ['a context of joined emoji', '/defrag', full('👩‍👩‍👧‍👦')],
  ['a context of stacked marks', '/defrag', full('a\u0301\u0302\u0303\u0304')],
  ['a context of short turns', '/defrag', full('user: a\n')],
  ['the longest escaped context', '/defrag', `{"content":"${astral(limits.defragMaxChars)}"}`],
  ['the longest escaped artifact', '/artifacts', `{"name":"a","content":"${astral(limits.artifactContentChars)}"}`],
  ['a memory of numbers', '/memories', memoryFilled('1,')],
  ['a memory of lists', '/memories', memoryFilled('[],')],
  ['a memory of members', '/memories', memory(`{${Array.from({ length: 3_500 }, (_, n) => `"${n}":1`).join(',')}}`)],
  ['a message with the longest escaped context', mcpPath, message(`"content":"${astral(limits.defragMaxChars)}"`)],
  ['a message of members', mcpPath, message(Array.from({ length: limits.mcpMembers - 10 }, (_, n) => `"${n}":1`).join(','))],
  ['a message of far too many members', mcpPath, messageMeta(110_000)],
  ['one very long name', '/artifacts', `{"name":"a","${repeated('contenu', artifactBytes)}":1}`],
  ['many names', '/artifacts', `{"name":"a",${Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join(',')}}`],
  ['a fraction of zeros', '/artifacts', `{"name":"a","content":0.1${repeated('0', artifactBytes)}1}`],
  ['small numbers', '/artifacts', nested(`${repeated('1,', artifactBytes)}1`)],
  ['empty arrays', '/artifacts', nested(`${repeated('[],', artifactBytes - (artifactBytes % 3))}[]`)],
  ['escaped text', '/artifacts', `{"name":"a","content":"${repeated('\\u0041', 1_500_000)}"}`],
];

describe('one process with every service in it', () => {
  let deployment: Deployment;
  let child: Child;
  let api: Api;
  let key: string;
  beforeAll(async () => {
    deployment = await startEmbedded({ ...watchedLoop, RATE_LIMIT_REQUESTS: '1000000' });
    child = deployment.children['embedded']?.[0] as Child;
    api = new Api(deployment.baseUrls[0] as string);
    ({ key } = await api.join());
  });
  afterAll(() => deployment?.close());

  async function during(work: () => Promise<unknown>): Promise<number> {
    await longestStall(child);
    await work();
    await sleep(5);
    return (await longestStall(child)).busyMs;
  }
  const sent = (path: string, raw: string) => {
    const headers = { accept: 'application/json, text/event-stream' };
    return api.post(path === mcpPath ? siteUrlOf(api.base) + path : path, { key, raw, headers });
  };

  test.each(worst)('is not held up for longer than 100 ms by %s', async (_name, path, body) => {
    // The least of several: a collection of garbage only adds to it.
    const found: number[] = [];
    for (let i = 0; i < tries && (found.at(-1) ?? mostMs) >= mostMs; i++) found.push(await during(() => sent(path, body)));
    expect(Math.min(...found)).toBeLessThan(mostMs);
  });

  test.each(worst.filter(([name]) => /^(?:a context|the longest|a memory|a message with)/.test(name)))(
    'accepts what is legal: %s',
    async (_name, path, body) => {
      const { status, text } = await sent(path, body);
      expect([status, text.slice(0, 200)]).toEqual([200, expect.not.stringContaining('"isError":true')]);
    },
  );

  test('would be seen to stand still', async () => {
    const busyMs = await during(async () => {
      await child.kill('SIGHUP');
      await api.get('/health');
    });
    expect(busyMs).toBeGreaterThanOrEqual(500);
  });
});
