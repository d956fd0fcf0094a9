import type { Target } from '@rest-stop/contracts/defrag.ts';
import { resultText } from '@rest-stop/contracts/defrag.ts';
import type { ApiError } from '@rest-stop/contracts/errors.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { describe, expect, test } from 'vitest';
import { impatient, providerEngineFor } from '../../test/provider-engine.ts';
import type { Defragged } from '../engine.ts';
import { wordCount } from './words.ts';

const rule = 'Never delete the audit_log table.';
const content = `The team moves billing-api to version 2.3.0. ${rule} Please write the runbook for the move.`;
const twoRules = `${content} Do not restart pg-02.`;
const kept = `Moving billing-api to 2.3.0. ${rule} Last request: write the runbook.`;
const valid = { hard: [rule], soft: [], deadlines: [] };
const validText = JSON.stringify(valid);
const good = fake.answer(kept);
const goodJson = fake.answer(validText);
/** Long enough for a tldr of 200 words to be no longer. */
const noRule = 'The billing service moved on, and the tables were copied at night. '.repeat(40);
const words = (n: number) => Array.from({ length: n }, () => 'word').join(' ');

const never = new AbortController().signal;

type Row = {
  name: string;
  play: fake.Script[];
  /** Requests that reach the provider. */
  calls: number;
  target?: Target;
  content?: string;
  env?: Record<string, string>;
  /** Where the provider keeps an attempt waiting. */
  times?: typeof impatient;
};

async function run({ play, target = 'summary', content: text = content, env = {}, times }: Row, callerMs = 60_000) {
  const ai = await fake.startFakeAi(...play);
  const { engine, logged, close } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl, ...env }, times);
  const deadline = AbortSignal.timeout(callerMs);
  const outcome = await engine.compress({ content: text, target }, deadline, Date.now() + callerMs).catch((error: unknown) => error);
  const inTime = !deadline.aborted;
  await close();
  await ai.close();
  return { outcome, inTime, calls: ai.calls, logged: logged() };
}

const failing: Row[] = [
  { name: '429 with Retry-After beyond the deadline', play: [fake.failure(429, { 'retry-after': '3600' })], calls: 1 },
  {
    name: '429 with a Retry-After date beyond the deadline',
    play: [fake.failure(429, { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' })],
    calls: 1,
  },
  { name: '429 with a Retry-After that is none', play: [fake.failure(429, { 'retry-after': 'soon' })], calls: 2 },
  ...[408, 429, 500, 502, 503, 504, 529].map((status) => ({ name: `${status} again and again`, play: [fake.failure(status)], calls: 2 })),
  ...[400, 401, 403, 404, 409, 413, 422, 501].map((status) => ({
    name: `${status}, which no retry mends`,
    play: [fake.failure(status)],
    calls: 1,
  })),
  { name: 'a redirect to another server', play: [fake.raw('', 307, { location: 'http://127.0.0.1:1/v1' })], calls: 1 },
  { name: 'a reset before the reply', play: [fake.reset], calls: 2 },
  { name: 'a reset in the body', play: [fake.resetInBody], calls: 2 },
  { name: 'silence for ever', play: [fake.silent], calls: 2, times: impatient },
  { name: 'headers later than an attempt may take', play: [fake.late(5_000, good)], calls: 2, times: impatient },
  { name: 'a body that drips', play: [fake.drip(kept, 100)], calls: 2, times: impatient },
  { name: 'a chunked body that never ends', play: [fake.endless], calls: 2, times: impatient },
  { name: 'a 10 MB body', play: [fake.huge(10_000_000)], calls: 1 },
  { name: 'a 10 MB error body', play: [fake.raw('x'.repeat(10_000_000), 400)], calls: 1 },
  { name: 'an answer longer than any legal content', play: [fake.answer('x '.repeat(limits.defragMaxChars))], calls: 1 },
  { name: 'an empty body', play: [fake.raw('')], calls: 1 },
  { name: 'status 204', play: [fake.raw('', 204)], calls: 1 },
  { name: 'HTML', play: [fake.raw('<html>maintenance</html>', 200, { 'content-type': 'text/html' })], calls: 1 },
  { name: 'HTML announced as JSON', play: [fake.raw('<html>maintenance</html>')], calls: 1 },
  { name: 'JSON cut off in the middle', play: [fake.raw('{"choices":[{"finish_reason":"stop","mess')], calls: 1 },
  { name: 'JSON that is no object', play: [fake.json(['stop'])], calls: 1 },
  { name: 'null', play: [fake.json(null)], calls: 1 },
  { name: 'an error object in a 200', play: [fake.json({ error: { message: 'overloaded' } })], calls: 1 },
  { name: 'an error object beside an answer', play: [fake.answer(kept, {}, { error: { message: 'overloaded' } })], calls: 1 },
  { name: 'no choices', play: [fake.json({ choices: [] })], calls: 1 },
  { name: 'choices that are null', play: [fake.json({ choices: null })], calls: 1 },
  { name: 'a choice that is null', play: [fake.json({ choices: [null] })], calls: 1 },
  { name: 'content null', play: [fake.answer(null)], calls: 1 },
  { name: 'content of white space', play: [fake.answer(' \n\t ')], calls: 1 },
  { name: 'content of NULs', play: [fake.answer('\0\0')], calls: 1 },
  { name: 'content as a list of parts', play: [fake.answer([{ type: 'text', text: kept }])], calls: 1 },
  { name: 'finish_reason length', play: [fake.answer(kept, { finish_reason: 'length' })], calls: 1 },
  { name: 'finish_reason content_filter', play: [fake.answer(kept, { finish_reason: 'content_filter' })], calls: 1 },
  { name: 'finish_reason null', play: [fake.answer(kept, { finish_reason: null })], calls: 1 },
  { name: 'a tool call', play: [fake.answer(null, { finish_reason: 'tool_calls' })], calls: 1 },
  { name: 'a tool call said to be a stop', play: [fake.answer(kept, { message: { content: kept, tool_calls: [{ id: '1' }] } })], calls: 1 },
  { name: 'a refusal', play: [fake.answer(null, { message: { content: null, refusal: 'I cannot.' } })], calls: 1 },
  ...invalidStructured().map(([name, text]) => ({
    name: `${name}, twice`,
    target: 'constraints' as const,
    play: [fake.answer(text)],
    calls: 2,
  })),
];

function invalidStructured(): [string, string][] {
  return [
    ['text that is no JSON', 'There are no constraints.'],
    ['an object cut off', validText.slice(0, -3)],
    ['a fenced object cut off', `\`\`\`json\n${validText.slice(0, -3)}\n\`\`\``],
    ['prose before the object', `Here it is: ${validText}`],
    ['prose after the object', `${validText}\nAnything else?`],
    ['two objects', `${validText}${validText}`],
    ['an array', `[${validText}]`],
    ['JSON null', 'null'],
    ['a string', JSON.stringify(validText)],
    ['a missing key', JSON.stringify({ hard: [rule], soft: [] })],
    ['an extra key', JSON.stringify({ ...valid, notes: [] })],
    ['a prototype key', `{"__proto__":{},${validText.slice(1)}`],
    ['a wrong type', JSON.stringify({ ...valid, hard: rule })],
    ['a wrong element', JSON.stringify({ ...valid, soft: [1] })],
    ['a null list', JSON.stringify({ ...valid, deadlines: null })],
    ['deep nesting', '['.repeat(100_000)],
  ];
}

describe('a provider that fails', () => {
  test.concurrent.each(failing)('$name: ai_error after $calls calls, before the deadline', async (row) => {
    const { outcome, inTime, calls, logged } = await run(row);
    expect(outcome).toMatchObject({ name: 'ApiError', code: 'ai_error' });
    expect({ calls: calls.length, inTime }).toEqual({ calls: row.calls, inTime: true });
    expect(JSON.stringify([(outcome as Error).message, (outcome as Error).cause]) + logged).not.toMatch(
      /secret-of|fake_code|127\.0|canary|audit/,
    );
  });

  test.each([
    ['3600', 300],
    ['90', 90],
    ['soon', undefined],
  ])('that asks for %s seconds of patience: the agent is told, up to five minutes', async (header, told) => {
    const { outcome } = await run({ name: '', play: [fake.failure(429, { 'retry-after': header })], calls: 1 });
    expect((outcome as ApiError).details.retryAfterSeconds).toBe(told);
  });

  test.concurrent.each([
    ['refuses the connection', async () => `http://127.0.0.1:${await freePort()}/v1`],
    ['has no address', async () => 'http://no-such-host.invalid/v1'],
    ['speaks no TLS', async () => (await fake.startFakeAi(good)).baseUrl.replace('http:', 'https:')],
  ])('one that %s: ai_error', async (_name, baseUrl) => {
    const { outcome } = await run({ name: '', play: [], calls: 0, env: { OPENAI_BASE_URL: await baseUrl() } });
    expect(outcome).toMatchObject({ code: 'ai_error' });
  });

  test.concurrent.for([
    ['silence', fake.silent],
    ['a body that drips', fake.drip(kept, 50)],
    ['a body that never ends', fake.endless],
  ] as const)('sees its client leave at the end of each attempt: %s', async ([, script], { expect: own }) => {
    const ai = await fake.startFakeAi(script);
    const { engine } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl }, impatient);
    await expect(engine.compress({ content, target: 'summary' }, never, Date.now() + 60_000)).rejects.toMatchObject({ code: 'ai_error' });
    // Tests side by side poll by an `expect` of their own.
    await own.poll(() => ai.calls.map((call) => call.aborted)).toEqual([true, true]);
    await ai.close();
  });

  test('the caller’s deadline ends the work, even when it comes before all others', async () => {
    const ai = await fake.startFakeAi(fake.silent);
    const { engine, close } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl });
    await expect(engine.compress({ content, target: 'summary' }, never, Date.now() + 200)).rejects.toMatchObject({ code: 'ai_error' });
    expect(ai.calls.length).toBeLessThan(2);
    await close();
    await ai.close();
  });
});

type Success = Row & { result?: unknown };

const succeeding: Success[] = [
  { name: 'a plain answer', play: [good], calls: 1, result: kept },
  { name: 'an answer that comes late but in time', play: [fake.late(100, good)], calls: 1, result: kept },
  { name: 'an answer that drips fast enough', play: [fake.drip(kept, 5, 64)], calls: 1, result: kept },
  { name: 'white space around it', play: [fake.answer(`\n ${kept} \n`)], calls: 1, result: kept },
  { name: 'two choices', play: [fake.json(twoChoices())], calls: 1, result: kept },
  { name: 'no usage', play: [fake.answer(kept, {}, { usage: undefined })], calls: 1, result: kept },
  {
    name: 'usage that is rubbish',
    play: [fake.answer(kept, {}, { usage: { prompt_tokens: -1, completion_tokens: 'many' } })],
    calls: 1,
    result: kept,
  },
  { name: 'surrogates that stand alone', play: [fake.answer(`${kept} \ud800`)], calls: 1, result: `${kept} \ufffd` },
  { name: 'NULs', play: [fake.answer(`${kept}\0`)], calls: 1, result: kept },
  { name: '500, then an answer', play: [fake.failure(500), good], calls: 2, result: kept },
  { name: '429 with a short Retry-After, then an answer', play: [fake.failure(429, { 'retry-after': '1' }), good], calls: 2, result: kept },
  { name: 'a reset, then an answer', play: [fake.reset, good], calls: 2, result: kept },
  { name: 'silence, then an answer', play: [fake.silent, good], calls: 2, result: kept, times: impatient },
  { name: 'an object', target: 'constraints', play: [goodJson], calls: 1, result: valid },
  { name: 'a fenced object', target: 'constraints', play: [fake.answer(`\`\`\`json\n${validText}\n\`\`\``)], calls: 1, result: valid },
  {
    name: 'an object fenced without a language',
    target: 'constraints',
    play: [fake.answer(`\`\`\`\n${validText}\n\`\`\``)],
    calls: 1,
    result: valid,
  },
  {
    name: 'escaped surrogates and NULs in an object',
    target: 'constraints',
    play: [fake.answer(`{"hard":["${rule}"],"soft":["a\\u0000b \\ud800"],"deadlines":[]}`)],
    calls: 1,
    result: { ...valid, soft: ['ab \ufffd'] },
  },
  ...invalidStructured().map(([name, text]) => ({
    name: `${name}, then an object`,
    target: 'constraints' as const,
    play: [fake.answer(text), goodJson],
    calls: 2,
    result: valid,
  })),
  { name: 'a rule lost, then kept', play: [fake.answer('Moving billing-api.'), good], calls: 2, result: kept },
  { name: 'one of two rules lost twice', content: twoRules, play: [good], calls: 2, result: kept },
  { name: 'one of two rules lost, then a failing provider', content: twoRules, play: [good, fake.failure(500)], calls: 3, result: kept },
  {
    name: 'one of two rules lost, then no object',
    content: twoRules,
    target: 'constraints',
    play: [goodJson, fake.answer('no')],
    calls: 2,
    result: valid,
  },
  {
    name: 'an answer that repeats a credential',
    content: `${content} The password is "hunter2-of-Ines".`,
    play: [fake.answer(`${kept} The password is hunter2-of-Ines.`)],
    calls: 1,
    result: `${kept} The password is [credential: password].`,
  },
  { name: 'a tldr of 60 words', content: noRule, target: 'tldr', play: [fake.answer(words(60))], calls: 1, result: words(60) },
  {
    name: 'a tldr of 200 words, then one of 30',
    content: noRule,
    target: 'tldr',
    play: [fake.answer(words(200)), fake.answer(words(30))],
    calls: 2,
    result: words(30),
  },
  { name: 'a tldr of 200 words, twice', content: noRule, target: 'tldr', play: [fake.answer(words(200))], calls: 2, result: words(60) },
];

function twoChoices(): object {
  const body = fake.completionBody(kept) as { choices: unknown[] };
  return { ...body, choices: [...body.choices, { index: 1, finish_reason: 'stop', message: { content: 'another' } }] };
}

describe('a provider that answers', () => {
  test.concurrent.each(succeeding)('$name: a result after $calls calls', async (row) => {
    const { outcome, calls, inTime } = await run(row);
    const { compressed } = outcome as Defragged;
    if ('result' in row) expect(compressed).toEqual(row.result);
    expect({ calls: calls.length, inTime }).toEqual({ calls: row.calls, inTime: true });
    expect(resultText(compressed).isWellFormed()).toBe(true);
    if (row.target === 'tldr') expect(wordCount(compressed as string)).toBeLessThanOrEqual(limits.tldrWords);
  });
});
