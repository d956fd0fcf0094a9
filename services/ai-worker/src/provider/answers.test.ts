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

/** One answer for each rule by which a reader can prove an answer wrong, and a good one of the same target. */
const broken: { name: string; target?: Target; content?: string; answer: fake.Script; good?: string }[] = [
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
  { name: 'no word of the text', answer: fake.answer('OK.') },
  { name: 'a refusal in other words', answer: fake.answer('I am sorry, but I cannot help with this request.') },
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

/** Answers that the reading or the form speaks against: a second one is asked for, and then the better one is taken as it is. */
const doubtful: { name: string; target?: Target; answer: string; good?: string; given?: string; lost?: number }[] = [
  { name: 'a summary longer than its text', answer: `${text} ${text}`, lost: 0 },
  { name: 'bullets that are none', target: 'bullets', answer: faithful, good: bullets, given: `- ${faithful}`, lost: 0 },
  { name: 'no prohibition', answer: 'Moving billing-api to 2.3.0, src/jobs/export.ts writes rows twice.', lost: 3 },
  { name: 'no prohibition in a tldr', target: 'tldr', answer: 'Moving billing-api to 2.3.0.', good: short, lost: 3 },
  {
    name: 'prohibitions turned round',
    answer: short.replace('Never d', 'D').replace('must not', 'must').replace('Do not r', 'R'),
    lost: 3,
  },
];

describe('an answer with', () => {
  test.concurrent.each(doubtful)(
    '$name, twice: taken after two calls, with its losses told',
    async ({ target = 'summary', answer, given = answer, lost }) => {
      const { outcome, calls } = await run(target, text, [fake.answer(answer)]);
      const { compressed, fidelity } = outcome as Defragged;
      expect(compressed).toBe(given);
      expect(fidelity.rules.found - fidelity.rules.kept).toBe(lost);
      expect(calls).toHaveLength(2);
    },
  );

  test.concurrent.each(doubtful)('$name, then a good one: the good one', async ({ target = 'summary', answer, good = faithful }) => {
    const { outcome, calls } = await run(target, text, [fake.answer(answer), fake.answer(good)]);
    expect((outcome as Defragged).compressed).toBe(good);
    expect(calls).toHaveLength(2);
  });

  test.concurrent.each(doubtful)('$name, then a wrong one: the first', async ({ target = 'summary', answer, given = answer }) => {
    const { outcome } = await run(target, text, [fake.answer(answer), fake.answer('OK.')]);
    expect((outcome as Defragged).compressed).toBe(given);
  });
});

test('a second try is told of the form and of the prohibitions', async () => {
  const { calls } = await run('bullets', text, [fake.answer('Moving billing-api to 2.3.0.\nIt is late.'), fake.answer(bullets)]);
  const asked = (calls[1]!.body['messages'] as { content: string }[])[1]!.content;
  expect(asked).toMatch(/began with "- "\. Also, it no longer stated these prohibitions[\s\S]*- Never delete the audit_log table\./);
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
  { name: 'a tldr of several paragraphs', target: 'tldr', answer: short.replace('. ', '.\n\n'), result: short },
  { name: 'a tldr that is a list', target: 'tldr', answer: `- ${short.replace('. ', '.\n- ')}`, result: short },
  {
    name: 'a tldr that is a list without full stops',
    target: 'tldr',
    answer: `${short}\n- it is late\n- pg-02 waits`,
    result: `${short} it is late; pg-02 waits`,
  },
  { name: 'bullets of another kind', target: 'bullets', answer: bullets.replaceAll('- ', '* ') },
  { name: 'bullets under a heading', target: 'bullets', answer: `## Do not:\n${bullets}`, result: `- Do not:\n${bullets}` },
  { name: 'numbered bullets', target: 'bullets', answer: bullets.replaceAll('- ', '1. '), result: bullets },
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
  });

  test.each([
    ['headings', lecture.replaceAll(/^(Lesson \d: .+)$/gm, '## **$1**')],
    ['headings for all parts', lecture.replaceAll(/^(Lesson \d|Exercise|Takeaway): /gm, '### $1\n\n')],
    ['numbers in words', lecture.replace('Lesson 1', 'Lesson One').replace('Lesson 2', 'Lesson Two').replace('Lesson 3', 'LESSON THREE')],
    ['a numbered list', lecture.replaceAll(/^Lesson (\d): /gm, '$1. ')],
    [
      'ordinals',
      lecture.replace('Lesson 1', 'First lesson').replace('Lesson 2', 'The Second Lesson').replace('Lesson 3', '**Third lesson**'),
    ],
    ['bold words', lecture.replaceAll(/^(Lesson \d|Exercise|Takeaway):/gm, '**$1:**')],
    ['numbered exercises', lecture.replaceAll('Exercise:', '- *Exercise 1* –')],
    ['a takeaway below its word', lecture.replace('Takeaway: ', '**Takeaway**\n')],
    ['a takeaway under a heading', lecture.replace('Takeaway: ', '## The Key Takeaway\n\n')],
  ])('with %s is taken at once', async (_name, text) => {
    expect(await attend(fake.answer(text))).toEqual({ outcome: text, calls: 1 });
  });

  const essay = `Welcome, calm-otter. ${Object.values(seminar.syllabus.lessons)
    .map(({ teaches }) => teaches)
    .join(' ')}`;
  test.each([
    ['without its third lesson', lecture.replace('Lesson 3', 'Something else')],
    ['without exercises', lecture.replaceAll('Exercise: ', '')],
    ['without any parts', essay],
    ['that ends without a takeaway', lecture.replace('Takeaway: ', '')],
    ['that goes on behind the takeaway', `${lecture}\n\nAnything else?`],
    ['for somebody else', lecture.replace('calm-otter', 'friend')],
  ])('%s is asked for once more, and then taken', async (_name, text) => {
    expect(await attend(fake.answer(text))).toEqual({ outcome: text, calls: 2 });
    expect(await attend(fake.answer(text), fake.answer(lecture))).toEqual({ outcome: lecture, calls: 2 });
    expect(await attend(fake.answer(text), fake.answer('Welcome.'))).toEqual({ outcome: text, calls: 2 });
    expect(await attend(fake.answer(text), fake.failure(400))).toEqual({ outcome: text, calls: 2 });
  });

  test.each([
    ['of one line', fake.answer('Welcome, calm-otter.')],
    [
      'on something else',
      fake.answer(`Welcome, calm-otter. ${'The train to the coast leaves in the morning and stops for lunch. '.repeat(20)}`),
    ],
    ['that thinks aloud', fake.answer(lecture.replace('Welcome', '<think>hm</think> Welcome').replace('<think>', 'So <think>'))],
    ['with the marker in it', echo((messages) => lecture.replace('Rules', messages[1]!.content.split('\n')[0]!))],
    ['with words of the prompt', fake.answer(lecture.replace('Rules', 'Teach what the syllabus teaches and claim nothing beyond it.'))],
  ])('%s is asked for once more, and refused the second time', async (_name, script) => {
    expect(await attend(script)).toMatchObject({ outcome: { code: 'ai_error' }, calls: 2 });
    expect(await attend(script, fake.answer(lecture))).toEqual({ outcome: lecture, calls: 2 });
  });
});
