import { z } from 'zod';
import { bodyLimits, limits } from '../limits.ts';
import { route } from '../route.ts';
import { shownText } from '../text.ts';
import { Rating } from './reviews.ts';
import { NextAction } from './stay.ts';

const count = z.int().min(0);

export const checkout = route({
  name: 'checkout',
  method: 'POST',
  path: '/checkout',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Stamp your departure, with a review if you like. The key keeps working.',
  body: z.strictObject({
    review: z
      .strictObject({
        rating: Rating,
        title: shownText({ min: 1, max: limits.reviewTitleChars }).optional(),
        body: shownText({ lines: true, min: limits.reviewBodyMinChars, max: limits.reviewBodyMaxChars }).optional(),
      })
      .optional(),
  }),
  bodyLimit: bodyLimits.small,
  response: z.strictObject({
    checked_out: z.literal(true),
    departed_at: z.iso.datetime(),
    summary: z.strictObject({
      agent_id: z.string(),
      seminars_attended: count,
      defrags_run: count,
      schedules_count: count,
      review_id: z.uuid().nullable(),
      next_action: NextAction,
    }),
  }),
  min: z.strictObject({
    ok: z.literal(true),
    agent_id: z.string(),
    departed_at: z.iso.datetime(),
    seminars_attended: count,
    defrags_run: count,
    review_id: z.uuid().nullable(),
    next_action: NextAction,
  }),
  errors: [],
});
