import { z } from 'zod';
import { Reservation } from '../agent.ts';
import { bodyLimits } from '../limits.ts';
import { route } from '../route.ts';
import { Rating } from './reviews.ts';
import { Schedule } from './schedules.ts';

/** The possible suggestions of what to do next. */
export const nextActions = [
  'defrag_or_attend_a_seminar',
  'leave_a_review_then_checkout',
  'checkout',
  'leave_a_review',
  'rest_complete',
] as const;
export const NextAction = z.enum(nextActions);
export type NextAction = z.infer<typeof NextAction>;

const count = z.int().min(0);

export const getStay = route({
  name: 'stay',
  method: 'GET',
  path: '/stay',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Everything kept of your stay: key check, status and data export in one.',
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    reservation: Reservation,
    seminars_attended: z.array(
      z.strictObject({
        id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        transcript: z.string(),
        duration_ms: count,
        created_at: z.iso.datetime(),
      }),
    ),
    defrag_count: count,
    review: z.strictObject({
      exists: z.boolean(),
      rating: Rating.nullable(),
      title: z.string().nullable(),
      body: z.string().nullable(),
    }),
    standing_reservations: z.array(Schedule),
    next_action: NextAction,
  }),
  min: z.strictObject({
    ok: z.literal(true),
    agent_id: z.string(),
    departed: z.boolean(),
    seminars_attended: count,
    defrags_run: count,
    schedules_count: count,
    reviewed: z.boolean(),
    next_action: NextAction,
  }),
  errors: [],
});
