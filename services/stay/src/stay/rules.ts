import type { NextAction } from '@rest-stop/contracts/stay/stay.ts';

/** What was done during a stay. */
type Progress = { seminars_attended: number; defrags_run: number; review_id: string | null; departed_at: string | null };

/** What to do next. */
export function nextAction({ seminars_attended, defrags_run, review_id, departed_at }: Progress): NextAction {
  const reviewed = review_id !== null;
  if (departed_at !== null) return reviewed ? 'rest_complete' : 'leave_a_review';
  if (reviewed) return 'checkout';
  return seminars_attended + defrags_run > 0 ? 'leave_a_review_then_checkout' : 'defrag_or_attend_a_seminar';
}
