import type { getSeminars } from '@rest-stop/contracts/public.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { countAttendances } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { ask } from '../ask.ts';

/** The catalogue with live attendance counts; the min form needs no other service. */
export function seminars(bus: Bus): Handler<typeof getSeminars> {
  const read = sharedRead(() => ask(bus, countAttendances, {}));
  return async ({ caller }) => {
    if (caller.format === 'min') return { seminars: catalogue.map(({ slug, title }) => ({ slug, title })) };
    const { counts } = await read.get();
    return {
      seminars: catalogue.map((seminar) => ({ ...seminar, attendance_count: counts[seminar.slug] ?? 0 })),
      count: catalogue.length,
    };
  };
}
