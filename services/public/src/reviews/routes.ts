import { limits } from '@rest-stop/contracts/limits.ts';
import type { getReviews } from '@rest-stop/contracts/public.ts';
import { listReviews } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { ask } from '../ask.ts';
import { cursorOf, placeOf } from './cursor.ts';
import { inTurn } from './in-turn.ts';

const mostWaiting = 20;

/** Reviews, newest first, a page at a time. None is kept, so that a forgotten agent's review is missing from the next request on. */
export function reviews(bus: Bus): Handler<typeof getReviews> {
  // One read answers questions for different numbers: it asks for the most that any of them wants.
  let wanted = 0;
  const read = sharedRead(() => {
    const limit = wanted;
    wanted = 0;
    return ask(bus, listReviews, { limit });
  });
  const oneAtATime = inTurn(mostWaiting);

  function page(limit: number, cursor: string | undefined) {
    if (cursor !== undefined) {
      const after = placeOf(cursor);
      return oneAtATime(() => ask(bus, listReviews, { limit, after }));
    }
    wanted = Math.max(wanted, limit);
    return read.get();
  }

  return async ({ query: { limit: asked, cursor } }) => {
    const limit = asked === undefined ? limits.reviewListDefault : Number(asked);
    const found = await page(limit, cursor);
    const reviews = found.reviews.slice(0, limit);
    const last = reviews.at(-1);
    const more = found.more || reviews.length < found.reviews.length;
    return { reviews, count: reviews.length, ...(more && last && { next_cursor: cursorOf(last) }) };
  };
}
