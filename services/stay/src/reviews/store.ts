import { randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { PublicReview } from '@rest-stop/contracts/stay/reviews.ts';
import { timestamp } from '@rest-stop/runtime/postgres/columns.ts';
import { type Db, many, one, sql } from '@rest-stop/runtime/postgres/sql.ts';
import { z } from 'zod';

const Stored = z.object({ id: z.string(), created_at: timestamp });

type ReviewText = { rating: number; title?: string; body?: string };

/** Stores the agent's one review, or updates it: id and creation time stay, and so do a title or body that are not given. */
export function upsertReview(tx: Db, agent: Agent, { rating, title, body }: ReviewText, at: Date): Promise<z.output<typeof Stored>> {
  return one(
    tx,
    Stored,
    sql`insert into stay.review (agent, id, agent_id, parameter_class, rating, title, body, created_at, updated_at)
        values (${agent.uuid}, ${randomUUID()}, ${agent.agent_id}, ${agent.parameter_class}, ${rating}, ${title ?? null}, ${body ?? null},
          ${at}, ${at})
        on conflict (agent) do update set
          rating = excluded.rating,
          title = coalesce(excluded.title, review.title),
          body = coalesce(excluded.body, review.body),
          updated_at = excluded.updated_at
        returning id, created_at`,
  );
}

const Listed = PublicReview.extend({ created_at: timestamp });
export type Listed = z.output<typeof Listed>;

/** Where a review stands in the list. */
export type Place = { created_at: string; agent_id: string };

/** The newest reviews, or those that come after a place in the list, whether the review that stood there has stayed or not. */
export function listNewest(db: Db, limit: number, after?: Place): Promise<Listed[]> {
  const from = after ?? { created_at: 'infinity', agent_id: '' };
  return many(
    db,
    Listed,
    sql`select agent_id, parameter_class, rating, title, body, created_at from stay.review
        where (created_at, agent_id) < (${from.created_at}, ${from.agent_id})
        order by created_at desc, agent_id desc limit ${limit}`,
  );
}
