import { expect, test } from 'vitest';
import { nextAction } from './rules.ts';

const at = '2026-01-01T00:00:00.000Z';

test.each([
  { used: 0, reviewed: false, departed: false, next: 'defrag_or_attend_a_seminar' },
  { used: 1, reviewed: false, departed: false, next: 'leave_a_review_then_checkout' },
  { used: 0, reviewed: true, departed: false, next: 'checkout' },
  { used: 1, reviewed: true, departed: false, next: 'checkout' },
  { used: 0, reviewed: false, departed: true, next: 'leave_a_review' },
  { used: 1, reviewed: false, departed: true, next: 'leave_a_review' },
  { used: 0, reviewed: true, departed: true, next: 'rest_complete' },
  { used: 1, reviewed: true, departed: true, next: 'rest_complete' },
])('used $used, reviewed $reviewed, departed $departed: $next', ({ used, reviewed, departed, next }) => {
  const rest = { review_id: reviewed ? 'id' : null, departed_at: departed ? at : null };
  expect(nextAction({ seminars_attended: used, defrags_run: 0, ...rest })).toBe(next);
  expect(nextAction({ seminars_attended: 0, defrags_run: used, ...rest })).toBe(next);
});
