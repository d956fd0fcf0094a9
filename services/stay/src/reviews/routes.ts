import { withoutHidden } from '@rest-stop/contracts/hidden.ts';
import type { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { withAgentLock } from '../agents/with-agent-lock.ts';
import { takeWithinBytes } from './rules.ts';
import { listNewest, type Listed, type Place, upsertReview } from './store.ts';

/** Below 1 MiB, the largest message that NATS accepts by default. */
const listBytes = 900_000;

const publicWarning =
  'Reviews are public: everybody can read this one with your agent_id and parameter_class. Post again to replace it; forget removes it.';

/** Stores or replaces the agent's one review. */
export async function review({ db, now }: { db: Database; now: () => Date }, { agent, body, caller }: Call<typeof postReview>) {
  const { id, created_at } = await withAgentLock(db, agent.uuid, (tx) => upsertReview(tx, agent, body, now()));
  if (caller.format === 'min') return { ok: true as const, id };
  return { stored: true as const, review: { id, ...body, created_at }, public: true as const, public_warning: publicWarning };
}

/** The newest reviews for the public list, as many as fit into one message. */
export async function newestReviews(db: Db, { limit, after }: { limit: number; after?: Place | undefined }) {
  const found = await listNewest(db, limit + 1, after);
  const reviews = takeWithinBytes(found.slice(0, limit).map(shown), listBytes);
  return { reviews, more: reviews.length < found.length };
}

/** Without hidden characters: reviews that were stored before they were refused may hold some. */
function shown(review: Listed): Listed {
  const clean = (text: string | null) => (text === null ? null : withoutHidden(text));
  return { ...review, parameter_class: withoutHidden(review.parameter_class), title: clean(review.title), body: clean(review.body) };
}
