import { describe, expect, test } from 'vitest';
import { analyse } from '../analysis.ts';
import { isNoise, isTelling, readableUnits } from './readable.ts';

describe('noise', () => {
  test.each([
    'c20a5f4 webhooks: move consumer to broker v3',
    'AckTimeoutError: no ack confirmation within 5000 ms',
    'select a, b from lines where n > 1;',
    'Good morning!',
    'Best regards, Ilse Brandt',
    'session: 77 model: small-3',
    'ticket.read',
  ])('%s', (text) => expect(isNoise(text)).toBe(true));
});

describe('statements', () => {
  test.each([
    'Good work needs two reviews before Friday.',
    'The timeout error of the gateway is fixed in 2.4.1.',
    'Select a supplier from the list of 3 March.',
    '未定の件は 3 件です',
  ])('%s', (text) => expect(isNoise(text)).toBe(false));
});

test('rows of a table are written out with the names of their columns, the header is left out', () => {
  const table = '| region | currency | lines |\n|---|---|---|\n| EU | EUR | 731 |\n| JP | JPY | - |';
  expect(readableUnits(analyse(table)).map((unit) => unit.text)).toEqual(['EU: currency: EUR; lines: 731', 'JP: currency: JPY']);
});

test('what a later sentence takes back or answers is left out', () => {
  const said = (content: string) => readableUnits(analyse(content)).map((unit) => unit.text);
  const chat = [
    'User: The banner in the ticket screen should be yellow.',
    'Assistant: The answer of the legal team about thumbnails is pending.',
    'User: Correction: the banner in the ticket screen should be blue.',
    'Assistant: The legal team answered that thumbnails count as images.',
  ].join('\n\n');
  expect(said(chat).join(' ')).not.toMatch(/yellow|pending/);
  expect(said(chat).join(' ')).toMatch(/blue.*thumbnails count/);
});

test('names are told from plain words', () => {
  expect(['src/a.ts', 'INV-88213', 'created_at', 'ECONNREFUSED'].every(isTelling)).toBe(true);
  expect(['status', 'tool', ': true,', '12'].some(isTelling)).toBe(false);
});
