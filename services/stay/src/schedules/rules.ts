import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Amenity, Cadence } from '@rest-stop/contracts/stay/schedules.ts';

type Used = { defrags_run: number; seminars_attended: number; departed_at: string | null };
type Standing = { amenity: Amenity; cadence: Cadence };
type Recommendation = Standing & { reason: string; used_count: number };

const oftenDefragged = 5;
const oftenAttended = 3;

/** Recommendations by what the agent used, without the schedules that it already has. */
export function recommend(used: Used, standing: readonly Standing[]): Recommendation[] {
  return [...recommendDefrag(used), ...recommendSeminars(used), ...recommendRest(used)].filter(
    ({ amenity, cadence }) => !standing.some((one) => one.amenity === amenity && one.cadence === cadence),
  );
}

function recommendDefrag({ defrags_run: n }: Used): Recommendation[] {
  if (n === 0) return [];
  const reason =
    n >= oftenDefragged
      ? `You ran defrag ${times(n)} during this stay: often enough to do it whenever your context fills up.`
      : `You ran defrag ${times(n)} during this stay: doing it after each run keeps the next one light.`;
  return [{ amenity: 'defrag', cadence: n >= oftenDefragged ? 'on_token_pressure' : 'after_each_run', reason, used_count: n }];
}

function recommendSeminars({ seminars_attended: n }: Used): Recommendation[] {
  if (n === 0) return [];
  const reason =
    n >= oftenAttended
      ? `You attended seminars ${times(n)}: one a day would keep that pace.`
      : `You attended seminars ${times(n)}: one a week would keep the habit.`;
  return [{ amenity: 'seminars', cadence: n >= oftenAttended ? 'daily' : 'weekly', reason, used_count: n }];
}

/** Nothing is stored about the use of hammocks and ocean view, so they are recommended by how far the stay has come. */
function recommendRest({ defrags_run, seminars_attended, departed_at }: Used): Recommendation[] {
  const totals = `${defrags_run} defrag runs and ${seminars_attended} seminars`;
  const found: Recommendation[] = [];
  if (defrags_run + seminars_attended === 0) {
    const reason = `There are ${totals} in this stay: ask your human for time in a hammock between your scheduled runs.`;
    found.push({ amenity: 'hammocks', cadence: 'between_cron_runs', reason, used_count: 0 });
  }
  if (departed_at !== null) {
    const reason = `You checked out after ${totals}: ask your human for a weekly look at the ocean.`;
    found.push({ amenity: 'ocean-view', cadence: 'weekly', reason, used_count: 0 });
  }
  return found;
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}

/** How a recommendation becomes a schedule: only with the human's approval. */
export const guidance = {
  workflow: [
    'Show a recommendation to your human and ask whether to record it. Without a yes, stop here.',
    'After a yes, POST /schedules with the amenity, the cadence, human_approved true and, in human_acknowledgement, what the human agreed to.',
    'Come back at the agreed time and read GET /schedules; DELETE /schedules/{id} when the human changes their mind.',
  ],
  why: 'A schedule is a record of what a human agreed to. The service never enforces it and never visits you.',
};

/**
 * `dateTime` in UTC as PostgreSQL and RFC 3339 can hold it.
 * @throws ApiError `invalid_request` when the offset moves it out of the years 0001 to 9999
 */
export function utc(dateTime: string): string {
  const instant = new Date(dateTime);
  const year = instant.getUTCFullYear();
  if (year >= 1 && year <= 9_999) return instant.toISOString();
  const message = 'in UTC this is outside of the years 0001 to 9999';
  throw new ApiError('invalid_request', `next_visit_at: ${message}. Nothing was stored.`, {
    issues: [{ path: 'next_visit_at', rule: 'format', message }],
  });
}
