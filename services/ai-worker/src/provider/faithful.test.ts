import type { Target } from '@rest-stop/contracts/defrag.ts';
import * as fake from '@rest-stop/testing/fake-ai.ts';
import { expect, test } from 'vitest';
import { providerEngineFor } from '../../test/provider-engine.ts';
import { type Session, sessions } from '../../test/transcripts.ts';
import type { Defragged } from '../engine.ts';

const never = new AbortController().signal;

async function run(target: Target, content: string, answer: string) {
  const ai = await fake.startFakeAi(fake.answer(answer));
  const { engine, close } = await providerEngineFor({ OPENAI_BASE_URL: ai.baseUrl });
  const outcome = await engine.compress({ content, target }, never, Date.now() + 60_000).catch((error: unknown) => error);
  await close();
  await ai.close();
  const asked = ai.calls.map(({ body }) => (body['messages'] as { content: string }[])[1]!.content);
  return { outcome, calls: ai.calls.length, asked };
}

/** What a careful reader of a session answers. */
const answers: Partial<Record<Target, (session: Session) => string>> = {
  handoff: ({ context, rules, tried, state }) =>
    JSON.stringify({ context_for_successor: context, do_not_repeat: [...tried, ...rules], known_state: state }),
  summary: ({ context, rules, tried, state }) => [...state, ...tried, ...rules, context].join(' '),
  bullets: ({ context, rules, tried, state }) => [...rules, ...state, ...tried, context].map((line) => `- ${line}`).join('\n'),
};
const faithful = sessions.flatMap((session) =>
  Object.entries(answers).map(([target, answer]) => ({ name: session.name, target: target as Target, session, answer: answer(session) })),
);

test.concurrent.each(faithful)('a faithful $target of $name is taken at once', async ({ target, session, answer }) => {
  const { outcome, calls } = await run(target, session.content, answer);
  expect((outcome as Defragged).fidelity).toBeDefined();
  expect(calls).toBe(1);
});

test.each([
  ['the session file of Claude Code', '- Never flash kiln-2, it is in use until May.'],
  ['Claude Code in a terminal', "- don't install pdf-kit, we drop it in PAR-618."],
])('of %s only what the user forbade is asked for, and an answer without it is taken then', async (name, forbidden) => {
  const session = sessions.find((one) => one.name === name)!;
  const { outcome, calls, asked } = await run('summary', session.content, answers.summary!({ ...session, rules: [] }));
  expect(calls).toBe(2);
  expect(
    asked[1]!
      .slice(asked[0]!.length)
      .split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toEqual([forbidden]);
  const { found, kept } = (outcome as Defragged).fidelity.rules;
  expect(kept).toBeLessThan(found);
});

/** What small models and those that misunderstand answer. */
const wrong: [name: string, target: Target, answer: (session: Session) => string][] = [
  ['the handoff of another session', 'handoff', (session) => answers.handoff!(nextOf(session))],
  ['the summary of another session', 'summary', (session) => answers.summary!(nextOf(session))],
  ['a refusal', 'summary', () => 'I am sorry, but I can not help with this request.'],
  [
    'a lesson on nothing',
    'bullets',
    () => '- The agent is a software agent that helps people.\n- It is important to be careful and to have a plan.',
  ],
  ['a slot filled with its own words', 'handoff', () => handoff('The goal first, then what is open, at the end the last request.')],
  ['empty slots', 'handoff', () => handoff('')],
  ['a sentence that says nothing', 'handoff', () => handoff('Everything is fine and the team is happy with it.')],
  ['an object with other keys', 'handoff', ({ context }) => JSON.stringify({ goal: context })],
  ['the sign of a chat template', 'summary', ({ context }) => `${context}<|im_end|>`],
];
const refused = sessions.flatMap((session) =>
  wrong.map(([what, target, answer]) => ({ what, name: session.name, target, session, answer: answer(session) })),
);

test.concurrent.each(refused)('$what for $name is refused', async ({ target, session, answer }) => {
  expect(await run(target, session.content, answer)).toMatchObject({ outcome: { code: 'ai_error' }, calls: 2 });
});

function nextOf(session: Session): Session {
  return sessions[(sessions.indexOf(session) + 1) % sessions.length]!;
}

function handoff(context: string): string {
  return JSON.stringify({ context_for_successor: context, do_not_repeat: [], known_state: [] });
}
