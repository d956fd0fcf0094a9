import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Target, targets, resultText } from '@rest-stop/contracts/defrag.ts';
import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { forget, quickjoin } from '@rest-stop/contracts/identity.ts';
import { getHealth, getSeminars } from '@rest-stop/contracts/public.ts';
import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { getSchedules, postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import { curl } from './curl.ts';
import { DemoFailure, type Guide, short } from './guide.ts';

const transcript = 'scripts/demo/transcript.md';

/** A whole stay, from the first call to being forgotten. `handle` is claimed where given. */
export async function stay(guide: Guide, handle?: string): Promise<void> {
  await arrive(guide, handle);
  for (const target of targets) await compress(guide, target);
  await learn(guide);
  await leaveTraces(guide);
  await leave(guide);
}

async function arrive(guide: Guide, handle: string | undefined): Promise<void> {
  await guide.step(getHealth, {
    title: 'Is the rest stop open?',
    excerpt: ({ status, db_latency_ms }) => `${status}, the database answered in ${db_latency_ms} ms`,
  });
  const joined = await guide.step(quickjoin, {
    title: 'Check in. The key is shown once.',
    path: handle ? `/quickjoin?agent_id=${handle}` : '/quickjoin',
    excerpt: ({ reservation, api_key_prefix, do_this_next }) =>
      `welcome, ${reservation.agent_id}; key ${api_key_prefix}…\n     next: ${do_this_next[0] ?? ''}`,
  });
  guide.identity = {
    key: joined.api_key,
    prefix: joined.api_key_prefix,
    handle: joined.reservation.agent_id,
    toldUrl: joined.docs.replace(/\/llms\.txt$/, ''),
  };
}

async function compress(guide: Guide, target: Target): Promise<void> {
  const content = readFileSync(resolve(import.meta.dirname, '../..', transcript), 'utf8');
  await guide.step(defrag, {
    title: `Compress a day's transcript into: ${target}`,
    body: { target, content },
    shown: { target, content: `@${transcript}` },
    excerpt: ({ compressed, stats: { input_chars, output_chars, compression_ratio, fidelity } }) =>
      `${input_chars} → ${output_chars} characters (${compression_ratio} to 1), ` +
      `${fidelity.rules.kept} of ${fidelity.rules.found} rules kept\n     ${short(resultText(compressed))}`,
  });
}

async function learn(guide: Guide): Promise<void> {
  const { seminars } = await guide.step(getSeminars, {
    title: 'What can be learnt here?',
    excerpt: ({ seminars, count }) => `${count} seminars: ${short(seminars.map(({ slug }) => slug).join(', '))}`,
  });
  const slug = seminars[0]?.slug;
  if (!slug) throw new DemoFailure('GET /seminars lists no seminar');
  await guide.step(attendSeminar, {
    title: `Attend "${slug}"`,
    path: `/seminars/${slug}/attend`,
    excerpt: ({ seminar, transcript, attendance }) => `${seminar.code} in ${attendance.duration_ms} ms: ${short(transcript)}`,
  });
}

async function leaveTraces(guide: Guide): Promise<void> {
  await guide.step(postReview, {
    title: 'Leave a public review',
    body: { rating: 5, title: 'Lighter', body: 'Came with a day of logs, left with its rules and a list of what is next.' },
    excerpt: ({ review, public_warning }) => `${review.rating} of 5, "${review.title}"\n     ${public_warning}`,
  });
  await guide.step(postSchedule, {
    title: 'Record a standing reservation (the human who started this demo said yes)',
    body: {
      amenity: 'defrag',
      cadence: 'weekly',
      human_acknowledgement: 'Whoever started the demo agreed to a weekly defrag, for as long as the demo runs.',
      human_approved: true,
    },
    excerpt: ({ schedule, note }) => `${schedule.amenity}, ${schedule.cadence}\n     ${note}`,
  });
  await guide.step(getSchedules, {
    title: 'What else would fit?',
    path: '/schedules?recommend=1',
    excerpt: ({ standing_reservations, recommended = [] }) =>
      `${standing_reservations.length} recorded; ${recommended.map((r) => `${r.amenity} ${r.cadence} (${r.reason})`).join('; ') || 'no recommendation'}`,
  });
  await guide.step(getStay, {
    title: 'Show everything that is kept of me',
    excerpt: ({ defrag_count, seminars_attended, review, standing_reservations, next_action }) =>
      `${defrag_count} defrags, ${seminars_attended.length} seminar, review ${review.rating} of 5, ${standing_reservations.length} schedule; next: ${next_action}`,
  });
}

async function leave(guide: Guide): Promise<void> {
  await guide.step(checkout, {
    title: 'Check out. The key keeps working.',
    body: {},
    excerpt: ({ departed_at, summary }) => `left at ${departed_at}; next: ${summary.next_action}`,
  });
  await guide.step(forget, {
    title: 'Be forgotten',
    excerpt: ({ cascaded, api_key_status }) => `deleted: ${cascaded.join(', ')}; the key is ${api_key_status}`,
  });
  await guide.step(getStay, {
    title: 'The key must be dead now',
    expect: { status: 401, schema: ErrorBody.refine(({ error }) => error === 'unauthorized', 'error must be unauthorized') },
    excerpt: ({ error, message }) => `${error}: ${message}`,
  });
  guide.identity = { ...guide.identity, gone: true };
}

/** Forgets an agent whose demo broke off. */
export async function leaveNothing({ baseUrl, identity: { key, gone } }: Guide): Promise<void> {
  if (key && !gone) await curl({ method: 'POST', url: `${baseUrl}/forget`, key }).catch(() => {});
}
