import { limits as interfaceLimits } from '@rest-stop/contracts/limits.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { countAttendances, listReviews } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { type SharedRead, sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { ask } from '../ask.ts';
import type { Render } from '../documents/mount.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { policy } from '../privacy/policy.ts';
import { readActivity } from './activity.ts';
import { homePage, type Live } from './home.ts';

const shownReviews = 9;

type Deps = {
  bus: Bus;
  operatorEmail: string;
  limits: RateLimit;
  stats: SharedRead<NonNullable<Live['stats']>>;
  now: () => Date;
  steady: (() => number) | undefined;
};

/** The first page with its live figures. It is there whoever else is not; a review is asked for anew, so that a forgotten one is missing at once. */
export function renderHome({ bus, operatorEmail, limits, stats, now, steady }: Deps): Render {
  const activity = readActivity(bus, now, steady);
  const reviews = sharedRead(() => ask(bus, listReviews, { limit: shownReviews }));
  const counts = sharedRead(() => ask(bus, countAttendances, {}), { maxAgeMs: interfaceLimits.statsCacheSeconds * 1_000 });
  return async (site) => {
    const [read, lately, listed, counted] = await Promise.all([
      orNull(stats.get()),
      orNull(activity.get()),
      orNull(reviews.get()),
      orNull(counts.get()),
    ]);
    return homePage(site, {
      stats: read,
      activity: lately,
      reviews: listed?.reviews ?? null,
      seminars: catalogue.map((seminar) => ({ ...seminar, ...(counted && { attendance_count: counted.counts[seminar.slug] ?? 0 }) })),
      privacy: policy(site.baseUrl, operatorEmail, limits),
    });
  };
}

function orNull<T>(part: Promise<T>): Promise<T | null> {
  return part.catch(() => null);
}
