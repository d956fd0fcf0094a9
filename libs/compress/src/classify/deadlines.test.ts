import { describe, expect, test } from 'vitest';
import data from '../../data/deadlines.json' with { type: 'json' };
import { tokenise } from '../tokens/tokens.ts';
import { hasDue } from './deadlines.ts';

const isDue = (text: string): boolean => hasDue({ text, tokens: tokenise(text) });

describe('the data', () => {
  const entries = [...data.due, ...data.due_without_spaces, ...data.times, ...data.spans];

  test.each(entries)('$language: something is due in: $example', ({ example }) => {
    expect(isDue(example)).toBe(true);
  });

  test.each(entries)('$language: nothing is due in: $counter_example', ({ counter_example: line }) => {
    expect(isDue(line)).toBe(false);
  });

  test.each(data.past)('$language: it is past in: $example', ({ example }) => {
    expect(isDue(example)).toBe(false);
  });

  test.each(data.past)('$language: it is not past in: $counter_example', ({ counter_example: line }) => {
    expect(isDue(line)).toBe(true);
  });
});

describe('something is due', () => {
  test.each([
    'Everything must be in by 20 March, 16:00 CET.',
    'by 5pm please',
    'Give me a draft by 17:00.',
    'The papers are due on the 24th.',
    'Send it by the 24th.',
    'It has to be merged by Friday.',
    'No later than Thursday 16:00.',
    'Please reply by end of next week.',
    'The report is due 2026-10-01.',
    'We need it by noon on Monday.',
    'Needed by 5 May.',
    'Closed until 2 November.',
    'We submit on Monday, so everything is merged by Sunday 22 November 20:00.',
    'The paper goes out on Thursday 12:00, no later.',
    'Everything that is gone if not ordered by 15 December.',
    'bis zum 24.',
    'bis 17 Uhr',
    'Bis Ende März muss alles fertig sein.',
    'Abgabe: spätestens 20.11.',
    'Rückmeldung bis 12.30 Uhr.',
    "Il faut l'avoir avant le 14 mai.",
    'avant 17h',
    'Envíalo antes de las 17:00.',
    'entro le 17',
    'Il sistema va acceso entro il 10 aprile.',
    'Envie até 18 de agosto.',
    'Voor de vergadering op 12 december, uiterlijk 12 december.',
    '17時までに保存してください。',
    '明日までにお願いします。',
    '金曜日までに返事をください。',
    '提出期限は3月20日です。',
  ])('%s', (text) => {
    expect(isDue(text)).toBe(true);
  });
});

describe('nothing is due', () => {
  test.each([
    'We met on Friday.',
    'Not before Monday.',
    'Nicht vor dem 1. April.',
    'Reviewed by Ana.',
    'Reviewed by Ana on Friday.',
    'The load fell by 0.25 on Friday.',
    'Raise the limit by 12.50 EUR.',
    'Order by 5 keys.',
    'It was merged by Monday.',
    'The build finished before 14:00.',
    'The deadline was yesterday.',
    'Sort by date, then by month.',
    'Step by step, day by day.',
    'until it works',
    'Read the file before you edit it.',
    'Das war vor 3 Wochen.',
    'Zeile 3 bis 12 löschen.',
    'Das Haus steht vor dem Bahnhof.',
    "Il y a jusqu'à 12 essais.",
    'De 3 a 5 hasta 12 cajas.',
    'voor Ana en voor 3 collega',
    'within 2 of 3 runs',
    'ここまでに三つあります。',
    '金曜日までに終わりました。',
  ])('%s', (text) => {
    expect(isDue(text)).toBe(false);
  });
});
