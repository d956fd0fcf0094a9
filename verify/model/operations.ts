import { targets } from '@rest-stop/contracts/defrag.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { Amenity, Cadence } from '@rest-stop/contracts/stay/schedules.ts';
import fc, { type Arbitrary } from 'fast-check';

export type ReviewText = { rating: number; title?: string; body?: string };

/** What an agent may ask; `who` and `whose` are numbers that the run takes modulo the agents there are. */
export type Operation =
  | { op: 'join'; form: boolean; handle: 'assigned' | 'new' | 'of somebody'; whose: number }
  | { op: 'defrag'; who: number; target: string; content: string }
  | { op: 'attend'; who: number; slug: string }
  | { op: 'review'; who: number; review: ReviewText }
  | { op: 'schedule'; who: number; amenity: string; cadence: string; human_approved: boolean; notes?: string }
  | { op: 'cancel'; who: number; whose: number; nth: number }
  | { op: 'let go'; who: number; call: LetGo }
  | { op: 'checkout'; who: number; review?: ReviewText }
  | { op: 'rotate'; who: number }
  | { op: 'forget'; who: number }
  | { op: 'stay'; who: number; min: boolean }
  | { op: 'schedules'; who: number; recommend: boolean }
  | { op: 'reviews'; limit: number }
  | { op: 'seminars' }
  | { op: 'wrong key' };

/** Calls that never leave a trace but the visit: what is sent and the status that comes back. */
const letGo = [
  { method: 'POST', path: '/memories', body: { key: 'k', value: { a: [1, null] } }, status: 200 },
  { method: 'POST', path: '/memories', body: { key: 'k' }, status: 400 },
  { method: 'GET', path: '/memories', status: 200 },
  { method: 'GET', path: '/memories/k', status: 404 },
  { method: 'DELETE', path: '/memories/k', status: 200 },
  { method: 'POST', path: '/artifacts', body: { name: 'a', content: 'c' }, status: 200 },
  { method: 'GET', path: '/artifacts', status: 200 },
  { method: 'GET', path: '/artifacts/a', status: 404 },
  { method: 'GET', path: '/nowhere', status: 404 },
  { method: 'PATCH', path: '/stay', status: 405 },
] as const;
export type LetGo = (typeof letGo)[number];

const who = fc.nat({ max: 9 });
const rating = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) }, { weight: 1, arbitrary: fc.constantFrom(0, 6, 2.5) });
const title = fc.constantFrom('T', 'Quiet 😀', 'x'.repeat(120), '', 'x'.repeat(121));
const body = fc.constantFrom('The hammocks were restful.', '😀'.repeat(10), 'too short');
const content = fc.constantFrom(
  'We must never restart the cache before 18:00 UTC. Next: raise the limit to 40.',
  'Nothing much happened here today.',
  'short',
);

const review = fc.record({ rating, title, body }, { noNullPrototype: true });
const ratedReview = fc.record({ rating, title, body }, { requiredKeys: ['rating'], noNullPrototype: true });

const weighted: [weight: number, Arbitrary<Operation>][] = [
  [
    2,
    fc.record({
      op: fc.constant('join' as const),
      form: fc.boolean(),
      handle: fc.constantFrom('assigned', 'new', 'of somebody'),
      whose: who,
    }),
  ],
  [3, fc.record({ op: fc.constant('defrag' as const), who, target: fc.constantFrom(...targets), content })],
  [
    3,
    fc.record({
      op: fc.constant('attend' as const),
      who,
      slug: fc.constantFrom(...catalogue.slice(0, 3).map(({ slug }) => slug), 'nowhere'),
    }),
  ],
  [3, fc.record({ op: fc.constant('review' as const), who, review })],
  [4, schedules()],
  [3, fc.record({ op: fc.constant('cancel' as const), who, whose: who, nth: fc.nat({ max: 3 }) })],
  [3, fc.record({ op: fc.constant('let go' as const), who, call: fc.constantFrom(...letGo) })],
  [2, fc.record({ op: fc.constant('checkout' as const), who, review: ratedReview }, { requiredKeys: ['op', 'who'] })],
  [1, fc.record({ op: fc.constant('rotate' as const), who })],
  [1, fc.record({ op: fc.constant('forget' as const), who })],
  [3, fc.record({ op: fc.constant('stay' as const), who, min: fc.boolean() })],
  [2, fc.record({ op: fc.constant('schedules' as const), who, recommend: fc.boolean() })],
  [2, fc.record({ op: fc.constant('reviews' as const), limit: fc.constantFrom(1, 2, 100) })],
  [1, fc.constant({ op: 'seminars' as const })],
  [1, fc.constant({ op: 'wrong key' as const })],
];

function schedules(): Arbitrary<Operation> {
  const human_approved = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
  const [amenity, cadence] = [fc.constantFrom(...Amenity.options.slice(0, 2)), fc.constantFrom(...Cadence.options.slice(0, 2))];
  const all = { op: fc.constant('schedule' as const), who, amenity, cadence, human_approved, notes: fc.constantFrom('old', 'new') };
  return fc.record(all, { requiredKeys: ['op', 'who', 'amenity', 'cadence', 'human_approved'] });
}

const joining: Operation = { op: 'join', form: false, handle: 'new', whose: 0 };

/** A sequence of operations; two agents are always there. */
export function sequences(length: number): Arbitrary<Operation[]> {
  const one = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc
    .array(one, { minLength: Math.ceil(length / 2), maxLength: length, size: 'max' })
    .map((operations) => [joining, joining, ...operations]);
}
