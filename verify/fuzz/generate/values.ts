import fc, { type Arbitrary } from 'fast-check';

/** Stands in strings that are sent, so that an answer or a log line that repeats one is noticed. */
export const canary = 'fuzz-canary';

const strings = [
  '',
  ' ',
  canary,
  '\0',
  `${canary}\0`,
  '\ud800',
  '\udfff\ud800',
  '\ufffe\uffff',
  '\u202eright to left',
  '\u2028\u2029',
  '5',
  'true',
  'null',
  '__proto__',
  'x'.repeat(121),
  'x'.repeat(2_001),
  "'; drop table stay.review; --",
  '{{7*7}}${7*7}',
  '../../etc/passwd',
];
const oddities: unknown[] = [...strings, null, true, false, 0, -0, -1, 6, 1.5, 1e21, -1e-7, 2 ** 53, [], {}, [[]], [null], { '': '' }];
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  '0',
  'rating ',
  'Rating',
  canary,
  '\0',
];

const oddity = fc.oneof(
  fc.constantFrom(...oddities),
  fc.integer({ min: 1, max: 1_500 }).map((depth) => nested(depth)),
  fc.jsonValue({ maxDepth: 2 }),
);

/** `value` with one thing about it changed: a node replaced, wrapped, dropped or repeated under another name. */
export function mutated(value: unknown): Arbitrary<unknown> {
  const places = placesIn(value);
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom('replace', 'wrap', 'drop', 'add', 'rename'), oddity, fc.constantFrom(...names))
    .map(([place, change, odd, name]) => changeAt(value, place, (parent, key) => apply(parent, key, change, odd, name)));
}

type Place = (string | number)[];
type Holder = Record<string | number, unknown>;

/** Paths of the nodes of `value`, the root first; deep and wide values are not walked to their end. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || at.length > 3) return [at];
  return [
    at,
    ...Object.entries(value)
      .slice(0, 8)
      .flatMap(([key, child]) => placesIn(child, [...at, key])),
  ];
}

function changeAt(value: unknown, place: Place, change: (parent: Holder, key: string | number) => void): unknown {
  const root: Holder = { value: structuredClone(value) };
  let [parent, key]: [Holder, string | number] = [root, 'value'];
  for (const step of place) [parent, key] = [parent[key] as Holder, step];
  change(parent, key);
  return root['value'];
}

function apply(parent: Holder, key: string | number, change: string, odd: unknown, name: string): void {
  const node = parent[key];
  if (change === 'wrap') parent[key] = [node];
  else if (change === 'drop') delete parent[key];
  else if (change === 'add' && typeof node === 'object' && node !== null) define(node as Holder, name, odd);
  else if (change === 'rename') {
    delete parent[key];
    define(parent, name, node);
  } else parent[key] = odd;
}

/** Also sets `__proto__` as a property of its own, as JSON.parse does. An array has no names: it gets one more element. */
function define(holder: Holder, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function nested(depth: number): unknown {
  let value: unknown = depth % 2 === 0 ? 'x' : null;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}
