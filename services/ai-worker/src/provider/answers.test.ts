import { isStructured, resultText, type Target } from '@rest-stop/contracts/defrag.ts';
import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { describe, expect, test } from 'vitest';
import { providerEngineFor } from '../../test/provider-engine.ts';
import type { Defragged } from '../engine.ts';

const ban = 'Never delete the audit_log table.';
const rules = `${ban} You must not push to release/2.3 before Friday 17:00 UTC. Do not restart pg-02.`;
const text = `Goal: move billing-api to version 2.3.0 by Friday.
The export job in src/jobs/export.ts writes rows twice; run https://ci.example.test/runs/4711 failed with E1142 after 412 ms.
Ines found the cause in commit 9f8e7d6c: conf/cache.yaml sets a limit of 512 MB, and replica pg-02 evicts keys.
We decided to use PostgreSQL instead of Redis, because Redis evicts keys. A row lock did not help, so I reverted it.
${rules}
Please write db/migrations/0042_export_key.sql and report in ticket EXP-2211.`;

const faithful = `Goal: move billing-api to 2.3.0. src/jobs/export.ts writes rows twice; pg-02 evicts keys (conf/cache.yaml, 512 MB). ${rules} Please write db/migrations/0042_export_key.sql.`;
const short = `Moving billing-api to 2.3.0, src/jobs/export.ts writes rows twice. ${rules} Write db/migrations/0042_export_key.sql.`;
const bullets = faithful.replaceAll(/(?<=[.;]) /g, '\n- ').replace(/^/, '- ');
const handoff = JSON.stringify({ context_for_successor: faithful, do_not_repeat: [rules], known_state: [] });
const log = Array.from(
  { length: 30 },
  (_, i) => `2026-02-01T10:00:${10 + i}Z INFO worker-${i} job a1b2c3${10 + i} took ${100 + i} ms`,
).join('\n');

const never = new AbortController().signal;

async function run(target: Target, content: string, play: fake.Script[]) {
  const ai = await fake.startFakeAi(...play);
  const { engine, close, logged } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl });
  const outcome = await engine.compress({ content, target }, never, Date.now() + 60_000).catch((error: unknown) => error);
  await close();
  await ai.close();
  return { outcome, calls: ai.calls, logged: logged() };
}

/** The words of the request in which `find` stands, as the model saw them. */
const echo =
  (find: (messages: { content: string }[]) => string): fake.Script =>
  (response, call, number) =>
    fake.answer(find(call.body['messages'] as { content: string }[]))(response, call, number);
const promptLine = (of: RegExp) => echo((messages) => `${short} ${of.exec(messages[0]!.content.replaceAll(/\s+/g, ' '))![0]}`);

/** One broken answer for each rule that an answer has to keep, and a good one of the same target. */
const broken: { name: string; target?: Target; content?: string; answer: fake.Script; good?: string }[] = [
  { name: 'a summary longer than its text', answer: fake.answer(`${text} ${text}`) },
  { name: 'a thought that was never closed', answer: fake.answer(`<think>They want a summary. ${faithful}`) },
  { name: 'a thought in the middle', answer: fake.answer(`${short} <think>Is that all?</think> That is all.`) },
  { name: 'a token of a chat template', answer: fake.answer(`${short}<|im_end|>`) },
  { name: 'the system prompt', answer: echo((messages) => messages[0]!.content) },
  { name: 'a sentence of the system prompt', answer: promptLine(/Keep identifiers verbatim[^.]*\./) },
  {
    name: 'a description of a slot',
    target: 'handoff',
    answer: fake.answer(
      JSON.stringify({
        context_for_successor: `The goal first, then what is open, at the end the last request. ${faithful}`,
        do_not_repeat: [rules],
        known_state: [],
      }),
    ),
    good: handoff,
  },
  { name: 'the marker', answer: echo((messages) => `${short} ${messages[1]!.content.split('\n')[0]}`) },
  { name: 'the marker without its signs', answer: echo((messages) => `${short} ${messages[1]!.content.slice(1, 25)}`) },
  { name: 'a tldr of several paragraphs', target: 'tldr', answer: fake.answer(short.replace('. ', '.\n\n')), good: short },
  { name: 'a tldr that is a list', target: 'tldr', answer: fake.answer(`- ${short.replace('. ', '.\n- ')}`), good: short },
  { name: 'bullets that are none', target: 'bullets', answer: fake.answer(faithful), good: bullets },
  { name: 'bullets under a heading', target: 'bullets', answer: fake.answer(`Rules:\n${bullets}`), good: bullets },
  {
    name: 'empty slots',
    target: 'handoff',
    answer: fake.answer('{"context_for_successor":"","do_not_repeat":[],"known_state":[]}'),
    good: handoff,
  },
  {
    name: 'slots of white space',
    target: 'constraints',
    answer: fake.answer('{"hard":[" "],"soft":["\\n"],"deadlines":[]}'),
    good: JSON.stringify({ hard: [rules], soft: [], deadlines: [] }),
  },
  {
    name: 'empty lists for a text with rules',
    target: 'constraints',
    answer: fake.answer('{"hard":[],"soft":[],"deadlines":[]}'),
    good: JSON.stringify({ hard: [rules], soft: [], deadlines: [] }),
  },
  {
    name: 'empty decisions for a text with a decision',
    target: 'decision_log',
    answer: fake.answer('{"decisions":[]}'),
    good: JSON.stringify({
      decisions: [{ what: 'We decided to use PostgreSQL instead of Redis', why: 'Redis evicts keys', reversible: true }],
    }),
  },
  { name: 'no prohibition', answer: fake.answer('OK.') },
  { name: 'no prohibition in a tldr', target: 'tldr', answer: fake.answer('Moving billing-api to 2.3.0.'), good: short },
  {
    name: 'prohibitions turned round',
    answer: fake.answer(short.replace('Never d', 'D').replace('must not', 'must').replace('Do not r', 'R')),
  },
  {
    name: 'nothing of the text',
    target: 'next_actions',
    answer: fake.answer('{"actions":[{"priority":"high","do":"yes","why":"too long"}]}'),
    good: '{"actions":[{"priority":"high","do":"Write db/migrations/0042_export_key.sql and report in EXP-2211.","why":""}]}',
  },
  {
    name: 'nothing of a log',
    content: log,
    answer: fake.answer('Everything went as it should.'),
    good: 'worker-3 took 103 ms, worker-4 took 104 ms.',
  },
  {
    name: 'invented ids',
    answer: fake.answer(
      `${rules} ${Array.from({ length: 44 }, (_, i) => `Look at src/made/up-${i}.ts.`).join(' ')}`.slice(0, text.length - 10),
    ),
  },
];

describe('an answer with', () => {
  test.concurrent.each(broken)('$name, twice: ai_error after two calls', async ({ target = 'summary', content = text, answer }) => {
    const { outcome, calls, logged } = await run(target, content, [answer]);
    expect(outcome).toMatchObject({ name: 'ApiError', code: 'ai_error' });
    expect(calls).toHaveLength(2);
    expect(logged).not.toMatch(/audit_log|verbatim|EXP-2211/);
  });

  test.concurrent.each(broken)(
    '$name, then a good one: the good one',
    async ({ target = 'summary', content = text, answer, good = faithful }) => {
      const { outcome, calls } = await run(target, content, [answer, fake.answer(good)]);
      expect((outcome as Defragged).compressed).toEqual(isStructured(target) ? JSON.parse(good) : good);
      expect(calls).toHaveLength(2);
    },
  );
});

const fine: { name: string; target?: Target; content?: string; answer: string; result?: unknown }[] = [
  { name: 'a closed thought before it', answer: `<think>They want a summary.</think>\n\n${faithful}`, result: faithful },
  {
    name: 'a thought that the text speaks of',
    content: `${text} The model printed <think> tags.`,
    answer: `${faithful} It printed <think> tags.`,
  },
  {
    name: 'a sentence of the prompt that stands in the text',
    content: `${text} It said: Add nothing that the text does not say.`,
    answer: `${faithful} It said: Add nothing that the text does not say.`,
  },
  {
    name: 'a little more than a short text',
    content: 'Fix build 77.5 soon, Ines.',
    answer: 'The agent is asked by Ines to fix build 77.5 soon.',
  },
  { name: 'a tldr on several lines', target: 'tldr', answer: short.replace('. ', '.\n'), result: short },
  { name: 'bullets of another kind', target: 'bullets', answer: bullets.replaceAll('- ', '* ') },
  {
    name: 'empty rules for a text without any',
    target: 'constraints',
    content: 'The build is green. Lunch was good.',
    answer: '{"hard":[],"soft":[],"deadlines":[]}',
  },
  {
    name: 'one decision in which nothing is named',
    target: 'decision_log',
    content: `${log}\nDecided: we wait for the night instead of a restart, because nobody likes restarts.`,
    answer: JSON.stringify({
      decisions: [{ what: 'We wait for the night instead of a restart', why: 'Nobody likes restarts.', reversible: true }],
    }),
  },
  {
    name: 'no prohibition among decisions',
    target: 'decision_log',
    answer: JSON.stringify({
      decisions: [{ what: 'We decided to use PostgreSQL instead of Redis', why: 'Redis evicts keys', reversible: true }],
    }),
  },
];

test.concurrent.each(fine)('an answer with $name is taken at once', async ({ target = 'summary', content = text, answer, result }) => {
  const { outcome, calls } = await run(target, content, [fake.answer(answer)]);
  expect((outcome as Defragged).compressed).toEqual(result ?? (isStructured(target) ? JSON.parse(answer) : answer));
  expect(calls).toHaveLength(1);
});

describe('of two answers', () => {
  const keeps = (...sentences: string[]) => fake.answer(sentences.join(' '));
  const [first, second, third] = rules.split(/(?<=\.) (?=[A-Z])/) as [string, string, string];
  const twoOfThree = `${first} ${second}`;
  test.each([
    ['the one that states more prohibitions', [keeps(first, 'See pg-02, E1142.'), keeps(twoOfThree)], twoOfThree],
    ['the first, when the second states fewer', [keeps(twoOfThree), keeps(first, third.replace('Do not r', 'R'))], twoOfThree],
    [
      'the one with more details, when they state as many',
      [keeps(twoOfThree), keeps(twoOfThree, 'src/jobs/export.ts writes rows twice.')],
      `${twoOfThree} src/jobs/export.ts writes rows twice.`,
    ],
    [
      'the first, when the second keeps fewer details',
      [keeps(twoOfThree, 'src/jobs/export.ts writes rows twice.'), keeps(twoOfThree)],
      `${twoOfThree} src/jobs/export.ts writes rows twice.`,
    ],
    ['the first of two that are worth the same', [keeps(twoOfThree, 'One.'), keeps(twoOfThree, 'Two.')], `${twoOfThree} One.`],
  ])('%s is given', async (_name, play, result) => {
    const { outcome } = await run('summary', text, play);
    expect(resultText((outcome as Defragged).compressed)).toBe(result);
  });
});

describe('a repair', () => {
  test('asks in roles that alternate, as some chat templates demand', async () => {
    const alternating: fake.Script = (response, call, number) => {
      const roles = (call.body['messages'] as { role: string }[]).map(({ role }) => role);
      const alternates = roles.every((role, i) => role !== roles[i - 1]) && roles.at(-1) === 'user';
      return (alternates ? fake.answer(number === 1 ? 'OK.' : faithful) : fake.failure(400))(response, call, number);
    };
    const { outcome, calls } = await run('summary', text, [alternating]);
    expect((outcome as Defragged).compressed).toBe(faithful);
    expect(calls).toHaveLength(2);
  });
});

const seminar = findSeminar('lost-constraints')!;
const lecture = fake.lectureText('calm-otter', 'Rules');

describe('a lecture', () => {
  async function attend(...play: fake.Script[]) {
    const ai = await fake.startFakeAi(...play);
    const { engine, close } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl });
    const outcome = await engine.lecture({ agentId: 'calm-otter', seminar }, never, Date.now() + 60_000).catch((error: unknown) => error);
    await close();
    await ai.close();
    return { outcome, calls: ai.calls.length };
  }

  test('in its form is taken', async () => {
    expect(await attend(fake.answer(lecture))).toEqual({ outcome: lecture, calls: 1 });
    const decorated = lecture.replaceAll(/^(Lesson \d: .+)$/gm, '## **$1**');
    expect(await attend(fake.answer(decorated))).toEqual({ outcome: decorated, calls: 1 });
  });

  test.each([
    ['of one line', fake.answer('Welcome, calm-otter.')],
    ['without its third lesson', fake.answer(lecture.replace('Lesson 3', 'Something else'))],
    ['without exercises', fake.answer(lecture.replaceAll('Exercise: ', ''))],
    ['that ends without a takeaway', fake.answer(lecture.replace('Takeaway: ', ''))],
    ['that goes on behind the takeaway', fake.answer(`${lecture}\n\nAnything else?`)],
    ['for somebody else', fake.answer(lecture.replace('calm-otter', 'friend'))],
    ['that thinks aloud', fake.answer(lecture.replace('Welcome', '<think>hm</think> Welcome').replace('<think>', 'So <think>'))],
    ['with the marker in it', echo((messages) => lecture.replace('Rules', messages[1]!.content.split('\n')[0]!))],
    ['with words of the prompt', fake.answer(lecture.replace('Rules', 'Teach what the syllabus teaches and claim nothing beyond it.'))],
  ])('%s is asked for once more, and refused the second time', async (_name, script) => {
    expect(await attend(script)).toMatchObject({ outcome: { code: 'ai_error' }, calls: 2 });
    expect(await attend(script, fake.answer(lecture))).toEqual({ outcome: lecture, calls: 2 });
  });
});
