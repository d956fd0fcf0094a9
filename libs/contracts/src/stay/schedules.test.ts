import { describe, expect, test } from 'vitest';
import { postSchedule } from './schedules.ts';

const approved = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, daily.', human_approved: true };
const accepts = (next_visit_at: string) => postSchedule.body.safeParse({ ...approved, next_visit_at }).success;

describe('next_visit_at', () => {
  // RFC 3339, section 4.3: "-00:00" is UTC with an unknown local offset, and so a valid instant.
  test.each([
    ['2026-05-01T10:00:00-00:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00+00:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00+14:00', '2026-04-30T20:00:00.000Z'],
    ['2026-05-01T10:00:00-23:59', '2026-05-02T09:59:00.000Z'],
    ['2026-05-01T10:00:00.5+05:45', '2026-05-01T04:15:00.500Z'],
    ['2026-05-01T10:00:00.123456789Z', '2026-05-01T10:00:00.123Z'],
    [`2026-05-01T10:00:00.${'9'.repeat(1_000)}Z`, '2026-05-01T10:00:00.999Z'],
    ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
  ])('%.40s is the instant that it says', (given, instant) => {
    expect(accepts(given)).toBe(true);
    expect(new Date(given).toISOString()).toBe(instant);
  });

  test.each([
    ['a whole day as offset', '2026-05-01T10:00:00+24:00'],
    ['sixty minutes in the offset', '2026-05-01T10:00:00+01:60'],
    ['an offset without its colon', '2026-05-01T10:00:00+0100'],
    ['an offset of hours alone', '2026-05-01T10:00:00+01'],
    ['an offset with a typographic minus', '2026-05-01T10:00:00\u221201:00'],
    ['an offset behind Z', '2026-05-01T10:00:00Z+01:00'],
    ['no zone', '2026-05-01T10:00:00'],
    ['the name of a zone', '2026-05-01T10:00:00 CET'],
    ['no seconds', '2026-05-01T10:00Z'],
    ['a fraction without digits', '2026-05-01T10:00:00.Z'],
    ['a fraction behind a comma', '2026-05-01T10:00:00,5Z'],
    ['a space for the T', '2026-05-01 10:00:00Z'],
    ['lower case', '2026-05-01t10:00:00z'],
    ['a space before it', ' 2026-05-01T10:00:00Z'],
    ['a line break behind it', '2026-05-01T10:00:00Z\n'],
    ['digits of another script', '\uFF12026-05-01T10:00:00Z'],
    ['a sign before the year', '+2026-05-01T10:00:00Z'],
    ['an expanded year', '+012026-05-01T10:00:00Z'],
    ['a week date', '2026-W18-5T10:00:00Z'],
    ['an ordinal date', '2026-121T10:00:00Z'],
    ['midnight as 24:00', '2026-05-01T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['month 13', '2026-13-01T10:00:00Z'],
    ['day 0', '2026-05-00T10:00:00Z'],
    ['a leap day of a century', '1900-02-29T10:00:00Z'],
  ])('with %s is refused', (_name, given) => {
    expect(accepts(given)).toBe(false);
  });
});
