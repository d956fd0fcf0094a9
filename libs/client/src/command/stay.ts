import type { CheckoutBody, ReviewBody, ScheduleBody } from '../interface.ts';
import { type Context, needed, UsageError, wholeNumber } from './context.ts';

const reviewOptions = { rating: { type: 'string' }, title: { type: 'string' }, body: { type: 'string' } } as const;

export async function join(context: Context, args: string[]): Promise<void> {
  const options = { again: { type: 'boolean', default: false }, 'print-key': { type: 'boolean', default: false } } as const;
  const { values, positionals } = await context.parse(args, options, 1);
  const { keys, stop } = context;
  const kept = await keys.read();
  const old = kept.keys[stop.baseUrl];
  if (old && !values.again)
    throw new UsageError(`There is a key of ${old.agent_id} for ${stop.baseUrl}: --again replaces it, and it is lost.`);
  // A key is shown once: where it cannot be kept, nobody is registered.
  await keys.write(kept);
  const [agentId] = positionals;
  const answer = await stop.quickjoin(agentId === undefined ? {} : { agentId });
  const { api_key, reservation } = answer;
  const own = { agent_id: reservation.agent_id, api_key };
  await keys.write({ current: stop.baseUrl, keys: { ...kept.keys, [stop.baseUrl]: own } });
  context.note(`Joined ${stop.baseUrl} as ${own.agent_id}. The key is in ${keys.path}.`);
  context.answer(values['print-key'] ? answer : { ...answer, api_key: `(in ${keys.path})` }, values['print-key'] ? api_key : own.agent_id);
}

export async function seminars(context: Context, args: string[]): Promise<void> {
  await context.parse(args, {});
  const answer = await context.stop.seminars();
  context.answer(answer, answer.seminars.map(({ slug, title }) => `${slug}\t${title}`).join('\n'));
}

export async function attend(context: Context, args: string[]): Promise<void> {
  const { positionals } = await context.parse(args, {}, 1);
  const answer = await context.stop.attend(needed(positionals[0], 'The slug of the seminar'));
  context.answer(answer, answer.transcript);
}

export async function review(context: Context, args: string[]): Promise<void> {
  const { values } = await context.parse(args, reviewOptions);
  const body: ReviewBody = {
    rating: wholeNumber(needed(values.rating, '--rating'), '--rating'),
    title: needed(values.title, '--title'),
    body: needed(values.body, '--body'),
  };
  const answer = await context.stop.review(body);
  context.note(answer.public_warning);
  context.answer(answer, answer.review.id);
}

export async function schedule(context: Context, args: string[]): Promise<void> {
  const [first, ...rest] = args;
  if (first === 'list') return listSchedules(context, rest);
  if (first === 'cancel') return cancelSchedule(context, rest);
  const options = {
    amenity: { type: 'string' },
    cadence: { type: 'string' },
    acknowledgement: { type: 'string' },
    'human-approved': { type: 'boolean', default: false },
    'next-visit-at': { type: 'string' },
    notes: { type: 'string' },
  } as const;
  const { values } = await context.parse(args, options);
  if (!values['human-approved'])
    throw new UsageError('Only a human can approve a schedule: ask yours, and add --human-approved only after a yes.');
  const nextVisitAt = values['next-visit-at'];
  const answer = await context.stop.recordSchedule({
    amenity: needed(values.amenity, '--amenity') as ScheduleBody['amenity'],
    cadence: needed(values.cadence, '--cadence') as ScheduleBody['cadence'],
    human_acknowledgement: needed(values.acknowledgement, '--acknowledgement'),
    human_approved: true,
    ...(nextVisitAt === undefined ? {} : { next_visit_at: nextVisitAt }),
    ...(values.notes === undefined ? {} : { notes: values.notes }),
  });
  context.answer(answer, answer.schedule.id);
}

async function listSchedules(context: Context, args: string[]): Promise<void> {
  const { values } = await context.parse(args, { recommend: { type: 'boolean', default: false } });
  const answer = await context.stop.schedules({ recommend: values.recommend });
  const recorded = answer.standing_reservations.map(({ id, amenity, cadence }) => `${id}\t${amenity}\t${cadence}`);
  const recommended = (answer.recommended ?? []).map(({ amenity, cadence, reason }) => `recommended\t${amenity}\t${cadence}\t${reason}`);
  context.answer(answer, [...recorded, ...recommended].join('\n'));
}

async function cancelSchedule(context: Context, args: string[]): Promise<void> {
  const { positionals } = await context.parse(args, {}, 1);
  const answer = await context.stop.cancelSchedule(needed(positionals[0], 'The id of the schedule'));
  context.answer(answer, answer.id);
}

export async function stay(context: Context, args: string[]): Promise<void> {
  const { values } = await context.parse(args, { min: { type: 'boolean', default: false } });
  const answer = values.min ? await context.stop.stay({ format: 'min' }) : await context.stop.stay();
  context.answerJson(answer);
}

export async function checkout(context: Context, args: string[]): Promise<void> {
  const { values } = await context.parse(args, reviewOptions);
  const { rating, title, body } = values;
  if (rating === undefined && (title ?? body) !== undefined) throw new UsageError('A review needs a --rating.');
  const words = { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) };
  const request: CheckoutBody = rating === undefined ? {} : { review: { rating: wholeNumber(rating, '--rating'), ...words } };
  const answer = await context.stop.checkout(request);
  context.answer(answer, answer.departed_at);
}

export async function forget(context: Context, args: string[]): Promise<void> {
  const { values } = await context.parse(args, { yes: { type: 'boolean', default: false } });
  if (!values.yes) throw new UsageError('This deletes everything that is kept of you, the key included: add --yes.');
  const answer = await context.stop.forget();
  const kept = await context.keys.read();
  if (kept.keys[context.stop.baseUrl]?.agent_id === answer.agent_id) {
    delete kept.keys[context.stop.baseUrl];
    await context.keys.write(kept);
  }
  context.note(answer.note);
  context.answerJson(answer);
}
