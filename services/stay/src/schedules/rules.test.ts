import { expect, test } from 'vitest';
import { recommend, utc } from './rules.ts';

const used = (defrags_run: number, seminars_attended: number, departed_at: string | null = null) => ({
  defrags_run,
  seminars_attended,
  departed_at,
});
const short = (recommendations: ReturnType<typeof recommend>) =>
  recommendations.map(({ amenity, cadence, used_count }) => `${amenity} ${cadence} ${used_count}`);

test.each([
  [used(0, 0), ['hammocks between_cron_runs 0']],
  [used(1, 0), ['defrag after_each_run 1']],
  [used(4, 0), ['defrag after_each_run 4']],
  [used(5, 0), ['defrag on_token_pressure 5']],
  [used(0, 1), ['seminars weekly 1']],
  [used(0, 2), ['seminars weekly 2']],
  [used(0, 3), ['seminars daily 3']],
  [used(7, 3), ['defrag on_token_pressure 7', 'seminars daily 3']],
  [used(1, 0, 'departed'), ['defrag after_each_run 1', 'ocean-view weekly 0']],
  [used(0, 0, 'departed'), ['hammocks between_cron_runs 0', 'ocean-view weekly 0']],
])('%j is recommended %j', (use, expected) => {
  expect(short(recommend(use, []))).toEqual(expected);
});

test('what stands already is not recommended again; another cadence of it is', () => {
  expect(short(recommend(used(5, 1), [{ amenity: 'defrag', cadence: 'on_token_pressure' }]))).toEqual(['seminars weekly 1']);
  expect(short(recommend(used(5, 0), [{ amenity: 'defrag', cadence: 'after_each_run' }]))).toEqual(['defrag on_token_pressure 5']);
});

test('the reason tells the figure', () => {
  expect(recommend(used(12, 0), [])[0]?.reason).toContain('12 times');
  expect(recommend(used(1, 0), [])[0]?.reason).toContain('once');
  expect(recommend(used(2, 3, 'departed'), [])[2]?.reason).toContain('2 defrag runs and 3 seminars');
});

test('a date-time is taken to UTC', () => {
  expect(utc('2026-01-01T00:00:00+02:00')).toBe('2025-12-31T22:00:00.000Z');
  expect(utc('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000Z');
});

test.each(['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])('%s leaves the calendar in UTC and is refused', (value) => {
  expect(() => utc(value)).toThrow(/0001 to 9999/);
});
