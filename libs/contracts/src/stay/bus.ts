import { z } from 'zod';
import { Health } from '../identity.ts';
import { limits } from '../limits.ts';
import { HourCounts, rpc } from '../rpc.ts';
import { PublicReview } from './reviews.ts';

export const stayHealth = rpc('stay.rpc.health.check.v1', z.strictObject({}), Health);

export const listReviews = rpc(
  'stay.rpc.review.list.v1',
  z.strictObject({
    limit: z.int().min(1).max(limits.reviewListMax),
    after: PublicReview.pick({ created_at: true, agent_id: true }).optional().describe('Only those that come after this one in the list.'),
  }),
  z.strictObject({ reviews: z.array(PublicReview), more: z.boolean().optional().describe('Whether there are others after these.') }),
);

export const countAttendances = rpc(
  'stay.rpc.attendance.count.v1',
  z.strictObject({}),
  z.strictObject({ counts: z.record(z.string(), z.int()).describe('Seminar slug to number of attendances.') }),
);

export const stayStats = rpc(
  'stay.rpc.stats.read.v1',
  z.strictObject({}),
  z.strictObject({
    seminars_attended: z.int(),
    seminars_attended_last_24h: z.int(),
    defrags_run: z.int(),
    reviews_left: z.int(),
  }),
);

/** How many seminars were attended in each hour since `since_hour`, counted from the epoch; an hour without any is left out. */
export const stayActivity = rpc('stay.rpc.activity.read.v1', z.strictObject({ since_hour: z.int() }), HourCounts);
