import { limits } from '@rest-stop/contracts/limits.ts';
import type { getReviews } from '@rest-stop/contracts/public.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { ask } from '../ask.ts';

/** Recent reviews, newest first. None is kept, so that a forgotten agent's review is missing from the next request on. */
export function reviews(bus: Bus): Handler<typeof getReviews> {
  // One read answers questions for different numbers: it asks for the most that any of them wants.
  let wanted = 0;
  const read = sharedRead(() => {
    const limit = wanted;
    wanted = 0;
    return ask(bus, listReviews, { limit });
  });
  return async ({ query }) => {
    const limit = query.limit === undefined ? limits.reviewListDefault : Number(query.limit);
    wanted = Math.max(wanted, limit);
    const reviews = (await read.get()).reviews.slice(0, limit);
    return { reviews, count: reviews.length };
  };
}
