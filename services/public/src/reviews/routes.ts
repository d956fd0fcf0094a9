import { limits } from '@rest-stop/contracts/limits.ts';
import type { getReviews } from '@rest-stop/contracts/public.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { ask } from '../ask.ts';

/** Recent reviews, newest first. Never cached, so that a forgotten agent's review is missing from the next request on. */
export function reviews(bus: Bus): Handler<typeof getReviews> {
  return async ({ query }) => {
    const limit = query.limit === undefined ? limits.reviewListDefault : Number(query.limit);
    const { reviews } = await ask(bus, listReviews, { limit });
    return { reviews, count: reviews.length };
  };
}
