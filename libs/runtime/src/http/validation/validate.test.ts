import { ApiError } from '@rest-stop/contracts/errors.ts';
import { postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { expect, test } from 'vitest';
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

test('issues name place and rule, and never the value or an unknown key', () => {
  const error = refusal(() => validate(postReview.body, { rating: 9, title: '', body: 'planted-secret', 'planted-key': 1 }, 'body'));
  expect(error.code).toBe('invalid_request');
  expect(error.details.issues?.map(({ path, rule }) => [path, rule])).toEqual([
    ['rating', 'maximum'],
    ['title', 'minimum'],
    ['', 'additional_properties'],
  ]);
  expect(JSON.stringify(error.details.issues) + error.message).not.toContain('planted');
});

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
  expect(validate(postMemory.body, { value }, 'body', postMemory.sizeFields)).toEqual({ value });
  expect(refusal(() => validate(postMemory.body, { value: `${value}x` }, 'body', postMemory.sizeFields)).code).toBe('value_too_large');
  expect(refusal(() => validate(postMemory.body, {}, 'body', postMemory.sizeFields)).code).toBe('invalid_request');
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
