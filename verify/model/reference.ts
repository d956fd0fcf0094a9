import type { ReviewText } from './operations.ts';

/** What the service must know of one agent, by the interface alone. */
export type Agent = {
  handle: string;
  key: string;
  parameterClass: string;
  forgotten: boolean;
  visits: number;
  departedAt: string | null;
  review: { rating: number; title: string | null; body: string | null } | null;
  /** By amenity and cadence, in the order of their first recording. */
  schedules: Map<string, Standing>;
  attendances: { slug: string; transcript: string }[];
  defrags: number;
};
export type Standing = { id: string; amenity: string; cadence: string; human_acknowledgement: string; notes: string | null };

export function newAgent(handle: string, key: string, parameterClass: string): Agent {
  const nothing = { forgotten: false, visits: 0, departedAt: null, review: null, attendances: [], defrags: 0 };
  return { handle, key, parameterClass, schedules: new Map(), ...nothing };
}

const within = (text: string, min: number, max: number) => [...text].length >= min && [...text].length <= max;

/** Whether a review, or the one of a checkout, of which a part may be missing, is acceptable. */
export function isReview({ rating, title, body }: ReviewText): boolean {
  const rated = Number.isInteger(rating) && rating >= 1 && rating <= 5;
  return rated && (title === undefined || within(title, 1, 120)) && (body === undefined || within(body, 10, 2_000));
}

/** Leaves or replaces the one review; what is not given stays. */
export function leaveReview(agent: Agent, { rating, title, body }: ReviewText): void {
  agent.review = { rating, title: title ?? agent.review?.title ?? null, body: body ?? agent.review?.body ?? null };
}

export function nextAction({ departedAt, review, attendances, defrags }: Agent): string {
  if (departedAt !== null) return review ? 'rest_complete' : 'leave_a_review';
  if (review) return 'checkout';
  return attendances.length + defrags > 0 ? 'leave_a_review_then_checkout' : 'defrag_or_attend_a_seminar';
}

/** What GET /stay must say in its min form. */
export function stayInShort(agent: Agent) {
  return {
    ok: true,
    agent_id: agent.handle,
    departed: agent.departedAt !== null,
    seminars_attended: agent.attendances.length,
    defrags_run: agent.defrags,
    schedules_count: agent.schedules.size,
    reviewed: agent.review !== null,
    next_action: nextAction(agent),
  };
}

/** What GET /stay must say in full, but for the times and ids that only the service knows. */
export function stayInFull(agent: Agent) {
  return {
    agent_id: agent.handle,
    parameter_class: agent.parameterClass,
    departed_at: agent.departedAt,
    seminars_attended: agent.attendances,
    defrag_count: agent.defrags,
    review: agent.review ? { exists: true, ...agent.review } : { exists: false, rating: null, title: null, body: null },
    standing_reservations: [...agent.schedules.values()],
    next_action: nextAction(agent),
  };
}
