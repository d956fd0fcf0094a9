import { expect, test } from 'vitest';
import { credentialsIn } from './credentials.ts';
import { valuesOf, withoutCredentials } from './masking.ts';

const read = async (text: string) => ({ secrets: valuesOf(text, await credentialsIn(text)) });
const reading = await read(
  'assistant: the password is Hunter2!x and the api key is sk-live-4f9aQ7zR2mK8vX1cB6nT0pLd.\nuser: Restart it at 18:00.',
);

test('a value is masked in every string of a result', () => {
  const result = { context_for_successor: 'It is Hunter2!x.', do_not_repeat: ['Hunter2!x failed'], known_state: [] };
  expect(withoutCredentials(reading, result)).toEqual({
    context_for_successor: 'It is [credential: password].',
    do_not_repeat: ['[credential: password] failed'],
    known_state: [],
  });
});

test('a short value only where it stands by itself, a long one also within a word', () => {
  const [short, long] = [...reading.secrets.keys()].toSorted((a, b) => a.length - b.length);
  expect(withoutCredentials(reading, `see ${short}y`)).toBe(`see ${short}y`);
  expect(withoutCredentials(reading, `see x${long}`)).not.toContain(long);
});

test('a text without credentials leaves a result as it is', async () => {
  const result = { hard: ['Never restart it.'], soft: [], deadlines: [] };
  expect(withoutCredentials(await read('Never restart it before noon.'), result)).toBe(result);
});

test('a value over two lines is masked where a result puts it in one', async () => {
  const [first, second] = ['ghp_x7Kd02mXq7Lp1Zr4', '4Vb8sTq31Wn60Yc5dHe2'];
  const wrapped = await read(`the token is ${first}\n${second}`);
  expect(withoutCredentials(wrapped, `use ${first}${second}`)).toBe('use [credential: GitHub token]');
  expect(withoutCredentials(wrapped, `it ends with ${second}`)).not.toContain(second);
});
