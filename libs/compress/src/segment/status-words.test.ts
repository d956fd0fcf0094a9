import { expect, test } from 'vitest';
import data from '../../data/status.json' with { type: 'json' };
import { statuses, type Status } from '../reading.ts';
import { tokenise } from '../tokens/tokens.ts';
import { statusOfHeading, statusOfMark } from './status-words.ts';
import { unitsOf } from './units.ts';

const lastOf = (text: string): Status | undefined => unitsOf([{ role: 'user', speaker: '', text, quoted: false }]).at(-1)!.status;

test.each(data.entries)('$language, $status: $example', ({ status, example, counter_example: other }) => {
  expect([lastOf(example), lastOf(other)]).toEqual([status, undefined]);
});

test('every status but that of a title has words in each language', () => {
  const told = data.entries.map(({ status, language }) => `${status} ${language}`);
  const languages = data.around.map(({ language }) => language);
  const wanted = statuses.filter((status) => status !== 'title').flatMap((status) => languages.map((language) => `${status} ${language}`));
  expect(told.toSorted()).toEqual(wanted.toSorted());
});

test('no word names two statuses, as a heading or as a mark', () => {
  for (const of of ['headings', 'marks'] as const) {
    const named = new Map<string, string>();
    for (const entry of data.entries) {
      for (const phrase of entry[of].split('|').filter((one) => one !== '')) {
        expect(named.get(phrase) ?? entry.status, phrase).toBe(entry.status);
        named.set(phrase, entry.status);
      }
    }
  }
});

test.each<[string, Status | undefined]>([
  ['Done so far', 'done'],
  ['What has been done', 'done'],
  ['What is to be done', 'open'],
  ['4. Forbidden', 'forbidden'],
  ['D. Decisions', 'decided'],
  ['Done / Fait', 'done'],
  ['Do not / Never', 'forbidden'],
  ['Done and open', undefined],
  ['Done / Open', undefined],
  ['Next steps (as of 11:20)', 'open'],
  ['Fixed points', undefined],
  ['Done?', undefined],
  ['', undefined],
])('heading "%s": %s', (heading, status) => {
  expect(statusOfHeading(tokenise(heading))).toBe(status);
});

test.each<[string, Status | undefined]>([
  ['done (4 June)', 'done'],
  ['done 28 May', 'done'],
  ['overdue since 31 May', 'open'],
  ['still open', 'open'],
  ['in_progress', 'open'],
  ['cancelled by Ana', 'dropped'],
  ['done by hand', undefined],
  ['we dropped 32 bit', undefined],
  ['', undefined],
])('mark "%s": %s', (mark, status) => {
  expect(statusOfMark(tokenise(mark))).toBe(status);
});
