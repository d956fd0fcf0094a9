import { z } from 'zod';
import { bodyLimits } from '../limits.ts';
import { route } from '../route.ts';
import { DateTime, shownText } from '../text.ts';

export const Amenity = z.enum(['defrag', 'seminars', 'hammocks', 'ocean-view']);
export type Amenity = z.infer<typeof Amenity>;
export const Cadence = z.enum(['after_each_run', 'hourly', 'daily', 'weekly', 'between_cron_runs', 'on_token_pressure']);
export type Cadence = z.infer<typeof Cadence>;

export const Schedule = z.strictObject({
  id: z.uuid(),
  amenity: Amenity,
  cadence: Cadence,
  human_acknowledgement: z.string(),
  human_approved: z.literal(true),
  next_visit_at: z.iso.datetime().nullable(),
  notes: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Schedule = z.infer<typeof Schedule>;

const askTheHuman = 'Only a human can approve a schedule: ask yours, and send true only after a yes. Never set this flag yourself.';

const notWithoutTheHuman = 'is for a human to give: ask yours, and send true only after a yes. Never set this flag yourself.';

export const postSchedule = route({
  name: 'schedule',
  method: 'POST',
  path: '/schedules',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Record a standing reservation that your human approved. One per amenity and cadence; posting again updates it.',
  body: z.strictObject({
    amenity: Amenity,
    cadence: Cadence,
    human_acknowledgement: shownText({
      lines: true,
      min: 1,
      max: 2_000,
      description: 'What the human agreed to, in their words or yours.',
    }),
    human_approved: z.literal(true, { error: notWithoutTheHuman }).meta({ description: askTheHuman }),
    next_visit_at: DateTime.optional(),
    notes: shownText({ lines: true, max: 2_000 }).optional(),
  }),
  bodyLimit: bodyLimits.small,
  response: z.strictObject({ stored: z.literal(true), schedule: Schedule, note: z.string() }),
  errors: [],
});

export const getSchedules = route({
  name: 'list_schedules',
  method: 'GET',
  path: '/schedules',
  owner: 'stay',
  auth: 'bearer',
  summary: 'List your standing reservations; with recommend=1 also what fits what you used.',
  query: z.object({ recommend: z.enum(['0', '1']).optional() }),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({
    agent_id: z.string(),
    standing_reservations: z.array(Schedule),
    recommended: z.array(z.strictObject({ amenity: Amenity, cadence: Cadence, reason: z.string(), used_count: z.int().min(0) })).optional(),
    guidance: z.strictObject({ workflow: z.array(z.string()), why: z.string() }).optional(),
  }),
  errors: [],
});

export const deleteSchedule = route({
  name: 'cancel_schedule',
  method: 'DELETE',
  path: '/schedules/:id',
  owner: 'stay',
  auth: 'bearer',
  summary: 'Cancel one of your standing reservations.',
  params: z.strictObject({ id: z.string() }),
  bodyLimit: bodyLimits.none,
  response: z.strictObject({ ok: z.literal(true), cancelled: z.literal(true), id: z.uuid() }),
  errors: ['not_found'],
});
