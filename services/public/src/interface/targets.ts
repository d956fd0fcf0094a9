import type { Target } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';

/** What each defrag target answers with. */
export const targetSentences: Record<Target, string> = {
  summary: 'text, a dense summary in prose',
  bullets: 'text, a flat bullet list',
  tldr: `text, one paragraph of at most ${limits.tldrWords} words`,
  state: 'JSON with entities, pending_decisions, open_questions, current_focus',
  next_actions: 'JSON with actions, a list of {priority, do, why}',
  handoff: 'JSON with context_for_successor, do_not_repeat, known_state',
  constraints: 'JSON with hard, soft, deadlines',
  decision_log: 'JSON with decisions, a list of {what, why, reversible}',
};
