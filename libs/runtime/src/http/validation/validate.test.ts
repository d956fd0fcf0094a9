import { ApiError } from '@rest-stop/contracts/errors.ts';
import { postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { quickjoin } from '@rest-stop/contracts/identity.ts';
import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { validate } from './validate.ts';

function refusal(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test.each(['planted key', 'planted-sk-1', 'plantedplantedplanted'])(
  'issues name place and rule, and never the value, or an unknown key that is no word: %s',
  (key) => {
    const error = refusal(() => validate(postReview.body, { rating: 9, title: '', body: 'planted-secret', [key]: 1 }, 'body'));
    expect(error.code).toBe('invalid_request');
    expect(error.details.issues?.map(({ path, rule }) => [path, rule])).toEqual([
      ['', 'additional_properties'],
      ['rating', 'maximum'],
      ['title', 'minimum'],
    ]);
    expect(JSON.stringify(error.details.issues) + error.message).not.toContain('planted');
  },
);

test.each([
  ['"5"', '5'],
  ['true', true],
  ['null', null],
  ['4.5', 4.5],
])('a rating of %s is not coerced', (_name, rating) => {
  expect(refusal(() => validate(postReview.body, { rating, title: 'A title', body: 'A body of text' }, 'body')).code).toBe(
    'invalid_request',
  );
});

test('lengths count code points', () => {
  const review = (title: string) => ({ rating: 5, title, body: 'A body of text' });
  expect(validate(postReview.body, review('😀'.repeat(120)), 'body')).toBeTruthy();
  expect(refusal(() => validate(postReview.body, review('😀'.repeat(121)), 'body')).code).toBe('invalid_request');
});

test('a memory value is measured in bytes of compact JSON and refused as too large', () => {
  const value = 'é'.repeat(16_383);
  expect(validate(postMemory.body, { value }, 'body', postMemory)).toEqual({ value });
  expect(refusal(() => validate(postMemory.body, { value: `${value}x` }, 'body', postMemory)).code).toBe('value_too_large');
  expect(refusal(() => validate(postMemory.body, {}, 'body', postMemory)).code).toBe('invalid_request');
});

test('a schedule without a human yes is refused with the advice to ask', () => {
  const error = refusal(() =>
    validate(postSchedule.body, { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'ok', human_approved: false }, 'body'),
  );
  expect(error.message).toMatch(/ask yours/);
});

test.each([
  '2026-02-30T10:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T10:00:60Z',
  '10000-01-01T00:00:00Z',
  '2026-01-01T10:00:00',
  '2026-01-01',
  '0000-01-01T00:00:00Z',
])('next_visit_at %s is refused', (next_visit_at) => {
  const schedule = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'ok', human_approved: true, next_visit_at };
  expect(refusal(() => validate(postSchedule.body, schedule, 'body')).code).toBe('invalid_request');
});

const said = (route: Parameters<typeof validate>[3] & { body: z.ZodType }, value: unknown) =>
  refusal(() => validate(route.body, value, 'body', route)).message;

describe('an error names the fix', () => {
  test.each([
    [{ rating: '5', title: 'T', body: 'Long enough.' }, 'rating must be a number, not a string: leave out the quotes.'],
    [{ rating: 4.5, title: 'T', body: 'Long enough.' }, 'rating must be a whole number, without a fraction.'],
    [{ rating: 6, title: 'T', body: 'Long enough.' }, 'rating must be at most 5.'],
    [{ rating: 5, title: 7, body: 'Long enough.' }, 'title must be a string, not a number: put it in quotes.'],
    [{ rating: 5, title: ['T'], body: 'Long enough.' }, 'title must be a string, not a list.'],
    [{ rating: 5, title: 'T', body: 'short' }, 'body has 5 characters, at least 10.'],
    [{ rating: 5, title: 'T' }, 'body is required.'],
    [{ rating: 5, title: 'T', text: 'Long enough.' }, 'text is not known: rename it to body.'],
    [{ rating: 5, titel: 'T', body: 'Long enough.' }, 'titel is not known: rename it to title.'],
    [{ rating: 5, title: 'T', body: 'Long enough.', mood: 1 }, 'mood is not known: leave it out, only rating, title, body are taken.'],
    [[], 'the body must be an object, not a list.'],
    [null, 'the body must be an object, not null.'],
  ])('%j', (value, words) => {
    expect(said(postReview, value)).toBe(`In the body: ${words} Nothing was stored.`);
  });

  test('where a name belongs that is not of the body', () => {
    expect(said(quickjoin, { agent_id: 'x1' })).toContain('agent_id belongs into the query: POST /quickjoin?agent_id=…');
    expect(said(attendSeminar, { slug: 'x' })).toContain('slug belongs into the path: POST /seminars/slug/attend');
    expect(said(defrag, { content: 'x'.repeat(20), format: 'min' })).toContain('format belongs into the query: POST /defrag?format=min');
  });

  test('how much too long a text is, and in how many parts it can be sent', () => {
    expect(said(defrag, { content: 'x'.repeat(300_000) })).toContain(
      'content has 300000 characters, at most 120000: shorten it, or send 3 parts',
    );
    expect(said(postMemory, { value: 'x'.repeat(40_000) })).toContain('value has 40002 bytes as compact JSON, at most 32768');
  });

  test('the one of a list that was meant', () => {
    expect(said(defrag, { content: 'x'.repeat(20), target: 'next-actions' })).toContain(
      'target must be next_actions, or another of summary,',
    );
    expect(said(defrag, { content: 'x'.repeat(20), target: 'poem' })).toContain('target must be one of summary, bullets,');
  });

  test('two at most in short', () => {
    const { details } = refusal(() => validate(postReview.body, { rating: 9, title: '', body: '', mood: 1 }, 'body', postReview));
    expect(details.short).toBe(
      'mood is not known: leave it out, only rating, title, body are taken; rating must be at most 5; and 2 more.',
    );
  });
});
