import type { Route } from '@rest-stop/contracts/route.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import fc, { type Arbitrary } from 'fast-check';
import { canary } from './values.ts';

/** Put in the place of this: the id of a schedule that the sending agent has. */
export const ownSchedule = 'OWN-SCHEDULE';

const slugs = catalogue.map(({ slug }) => slug);
const junk = [
  'x',
  canary,
  '%00',
  '%ff',
  '%zz',
  '%',
  '%2e%2e',
  '..%2fstay',
  '%F0%9F%98%80',
  '%ED%A0%80',
  'a%2Fb',
  'a;b',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  'k'.repeat(257),
  'k'.repeat(1_100),
  '+',
  '*',
];

/** Concrete paths of `route`, and whether they are spelled as they should be. */
export function pathsOf(route: Route): Arbitrary<{ path: string; canonical: boolean }> {
  const plain = fc
    .constantFrom(ownSchedule, ...slugs)
    .chain((known) => fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: fc.constantFrom(...junk) }));
  const path = plain.map((parameter) => `/v1${route.path.replace(/:\w+/, parameter)}`);
  // Spelled differently, a parameter is another one and as good: only paths without are misspelled.
  if (route.path.includes(':')) return path.map((path) => ({ path, canonical: true }));
  return fc.oneof(
    { weight: 9, arbitrary: path.map((path) => ({ path, canonical: true })) },
    { weight: 1, arbitrary: path.chain(misspelled).map((path) => ({ path, canonical: false })) },
  );
}

/** The path with one of the spellings that some parsers take for the same. */
function misspelled(path: string): Arbitrary<string> {
  const at = fc.integer({ min: 1, max: path.length - 1 });
  const insert = (text: string) => at.map((i) => path.slice(0, i) + text + path.slice(i));
  const encode = at.map((i) => `${path.slice(0, i)}%${path.charCodeAt(i).toString(16)}${path.slice(i + 1)}`);
  const whole = [
    `${path}/`,
    path.toUpperCase(),
    path.replaceAll('/', '\\'),
    path.replaceAll('/', '%2F'),
    `http://other.test${path}`,
    `other.test:80`,
    '*',
    `/${path}`,
    path.slice(3),
    `/x/..${path}`,
  ];
  const inserted = ['/', '//', '/./', '/../', '\\', ';a=b', '%', '%00', '%2e', '#', '\t', ' ', '\x7f', '\xe9', '%252e'].map(insert);
  return fc.oneof(encode, fc.constantFrom(...whole), ...inserted);
}

const queryPieces = [
  'format=min',
  'format=verbose',
  'format=',
  'format=MIN',
  'format[]=min',
  'limit=1',
  'limit=100',
  'limit=101',
  'limit=1e2',
  'limit=',
  'limit[]=5',
  'limit=100.0',
  'limit=%31',
  'limit=-0',
  'recommend=1',
  'recommend=2',
  'recommend',
  'agent_id=',
  'agent_id=%00',
  `agent_id=${canary}%20`,
  'agent_id=%F0%9F%98%80',
  'agent_id=ab&agent_id=cd',
  '__proto__=1',
  'constructor[prototype]=1',
  '%',
  '%ff=%ff',
  '&&&',
  '=',
  '?',
  'a'.repeat(3_000),
  'é',
  '|<>"',
];

export const queries: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...queryPieces), { minLength: 1, maxLength: 3 }).map((pieces) => `?${pieces.join('&')}`),
  },
);
