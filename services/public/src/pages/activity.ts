import { identityActivity } from '@rest-stop/contracts/identity.ts';
import { stayActivity } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { type SharedRead, sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { ask } from '../ask.ts';

const hourMs = 3_600_000;
const keptMs = 60_000;
const weekHours = 168;

/** What happened in one hour or day: `start` in milliseconds since the epoch. */
export type Span = { start: number; arrivals: number; seminars: number };
export type Activity = { hours: Span[]; days: Span[] };

/** Arrivals and seminars of the last 24 hours by hour and of the last 7 days by day, the present ones included; read at most once a minute. */
export function readActivity(bus: Bus, now: () => Date, steady?: () => number): SharedRead<Activity> {
  const read = async () => {
    const last = Math.floor(now().getTime() / hourMs);
    const since = { since_hour: last - weekHours + 1 };
    const [arrivals, seminars] = await Promise.all([ask(bus, identityActivity, since), ask(bus, stayActivity, since)]);
    const countIn = ({ hours }: typeof arrivals) => new Map(hours.map(({ hour, count }) => [hour, count]));
    const [arrived, attended] = [countIn(arrivals), countIn(seminars)];
    const week = Array.from({ length: weekHours }, (_, i) => {
      const hour = last - weekHours + 1 + i;
      return { start: hour * hourMs, arrivals: arrived.get(hour) ?? 0, seminars: attended.get(hour) ?? 0 };
    });
    return { hours: week.slice(-24), days: Array.from({ length: 7 }, (_, day) => sumOf(week.slice(day * 24, day * 24 + 24))) };
  };
  return sharedRead(read, { maxAgeMs: keptMs, ...(steady && { steady }) });
}

function sumOf(hours: Span[]): Span {
  const total = (name: 'arrivals' | 'seminars') => hours.reduce((sum, hour) => sum + hour[name], 0);
  return { start: hours[0]?.start ?? 0, arrivals: total('arrivals'), seminars: total('seminars') };
}
