import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '@rest-stop/contracts/limits.ts';
import type { Child } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import { repeated } from './growth.ts';

const probe = fileURLToPath(new URL('./loop-delay.mjs', import.meta.url));
const tries = 3;
/** A body at its limit may hold the process up so many times as long as an ordinary one of that length. */
const most = 6;

const context = (text: string) => JSON.stringify({ target: 'handoff', content: text });
const ordinary =
  'We moved the cache, because the old one lost writes twice. Never restart it before 18:00 UTC. The limit is 512 MB in conf/cache.yaml. ';
const full = (unit: string) => context(`User: x${repeated(unit, limits.defragMaxChars - 10)}y.`);
const nested = (content: string) => `{"name":"a","content":${'['.repeat(62)}${content}${']'.repeat(62)}}`;
const artifactBytes = 3_200_000;
/** Records as they come: contexts are read in threads, so what holds the process up is the parsing of a body. */
const record = '{"id":12,"ok":true},';
const records = nested(`${repeated(record, artifactBytes - (artifactBytes % record.length))}{}`);

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
    deployment = await startEmbedded({ NODE_OPTIONS: `--import ${probe}`, RATE_LIMIT_REQUESTS: '1000000' });
    child = deployment.children['embedded']?.[0] as Child;
    api = new Api(deployment.baseUrls[0] as string);
    ({ key } = await api.join());
  });
  afterAll(() => deployment?.close());

  const reports = () => [...child.output().matchAll(/busy for ([\d.]+) ms/g)].map(([, ms]) => Number(ms));

  /** The longest that the event loop was busy in one go since the last time it was asked, in milliseconds of processor time. */
  async function longestBusy(): Promise<number> {
    const before = reports().length;
    await child.kill('SIGUSR2');
    await expect.poll(() => reports().length, { interval: 10 }).toBe(before + 1);
    return reports().at(-1) as number;
  }
  async function during(work: () => Promise<unknown>): Promise<number> {
    await longestBusy();
    await work();
    await sleep(5);
    return longestBusy();
  }
  const send = (path: string, raw: string) => () => api.post(path, { key, raw });

  /** The least of several: a collection of garbage only adds to it. */
  async function least(work: () => Promise<unknown>): Promise<number> {
    const found: number[] = [];
    for (let i = 0; i < tries; i++) found.push(await during(work));
    return Math.min(...found);
  }

  test('is not held up longer by the worst bodies than some times what ordinary ones of their length take', async () => {
    const plain = send('/defrag', context(repeated(ordinary, limits.defragMaxChars)));
    expect((await api.post('/defrag', { key, raw: context(repeated(ordinary, limits.defragMaxChars)) })).status).toBe(200);
    const listed = send('/artifacts', records);
    const ordinaryMs = Math.max(await during(plain), await during(plain), await during(listed), await during(listed));
    const slow: string[] = [];
    for (const [name, path, body] of worst) {
      const ms = await during(send(path, body));
      if (ms > most * ordinaryMs && (await least(send(path, body))) > most * ordinaryMs)
        slow.push(`${name}: ${ms} ms against ${ordinaryMs}`);
    }
    expect(slow).toEqual([]);
  });

  test('would be seen to stand still', async () => {
    const busyMs = await during(async () => {
      await child.kill('SIGHUP');
      await api.get('/health');
    });
    expect(busyMs).toBeGreaterThanOrEqual(500);
  });
});
