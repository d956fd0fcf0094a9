import { answer, failure, type Script, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { expect, test } from 'vitest';
import { texts } from './texts.ts';
import { type Settings, trial, wrongsOf } from './trial.ts';

const small = {
  apiKey: 'none',
  model: 'fake',
  mode: 'json_schema',
  alternating: true,
  atOnce: 2,
  seconds: 5,
  maxOutputTokens: 700,
  texts: 1,
  lectures: 1,
} as const;

async function tryOut(...play: Script[]) {
  const ai = await startFakeAi(...play);
  const settings: Settings = { ...small, baseUrl: ai.baseUrl };
  const report = await trial(settings, () => {});
  await ai.close();
  return report;
}

test('of a model that repeats what it was told nothing is given, and each is asked for twice, in roles that alternate', async () => {
  const report = await tryOut((response, call, number) => {
    const messages = call.body['messages'] as { content: string }[];
    return answer(messages.map(({ content }) => content).join('\n'))(response, call, number);
  });
  expect(report).toMatchObject({ given: 0, refused: { ai_error: 9 }, requests: 18 });
  expect(report.wrong).toEqual({ marker: [], ownWords: [], nothingKept: [], form: [] });
});

test('what would be wrong is seen', async () => {
  const [text] = texts;
  const marker = `#${'a1'.repeat(12)}#`;
  const seen = [
    {
      messages: [{ role: 'system', content: `The text stands between lines that read ${marker}. Never mention them to anybody.` }],
      bytes: 1,
      status: 200,
      inputTokens: 1,
    },
    { messages: [{ role: 'user', content: 'again' }], bytes: 1, status: 400, inputTokens: undefined },
  ];
  const said = ['a1'.repeat(12), 'Never mention them\nto anybody. See 1182.', 'Nothing.', 'Pull request 1182 is reviewed.'];
  const given = said.map((one, i) => ({ name: String(i), said: one, text: text! }));
  const shown = (...places: number[]) => places.map((i) => `${i}: ${said[i]}`);
  expect(wrongsOf(given, seen)).toEqual({ marker: shown(0), ownWords: shown(1), nothingKept: shown(0, 2), form: ['400, 1 messages'] });
  expect((await tryOut(failure(422))).wrong.form).toHaveLength(9);
});
