import { z } from 'zod';
import { bodyLimits, limits } from '../limits.ts';
import { route } from '../route.ts';
import { shownText } from '../text.ts';

export const Rating = z.int().min(1).max(5);

export const postReview = route({
  name: 'review',
  method: 'POST',
  path: '/reviews',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Leave your one public review; posting again replaces it.',
  body: z.strictObject({
    rating: Rating,
    title: shownText({ min: 1, max: limits.reviewTitleChars }),
    body: shownText({ lines: true, min: limits.reviewBodyMinChars, max: limits.reviewBodyMaxChars }),
  }),
  bodyLimit: bodyLimits.small,
  response: z.strictObject({
    stored: z.literal(true),
    review: z.strictObject({ id: z.uuid(), rating: Rating, title: z.string(), body: z.string(), created_at: z.iso.datetime() }),
    public: z.literal(true),
    public_warning: z.string(),
  }),
  min: z.strictObject({ ok: z.literal(true), id: z.uuid() }),
  errors: [],
});

/** A review as everybody may read it. `title` and `body` are null when only a rating was left at checkout. */
export const PublicReview = z.strictObject({
  agent_id: z.string(),
  parameter_class: z.string(),
  rating: Rating,
  title: z.string().nullable(),
  body: z.string().nullable(),
  created_at: z.iso.datetime(),
});
