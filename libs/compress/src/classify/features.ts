import { type Feature, type Names, pair, shapeNames, single } from '../model/features.ts';
import type { Kind, Role, Token, Unit } from '../reading.ts';

/** Tokens of a unit that are looked at; what comes later in a long one says little of what it is. */
const MOST = 60;
/** Words of the heading above that are looked at. */
const MOST_SECTION = 6;
/** Numbers of tokens from one step of length to the next, and the names of the steps. */
const LENGTHS = [3, 6, 11, 19, 29, 45];
const LENGTH_NAMES = [...LENGTHS.keys(), LENGTHS.length].map((step) => `length:${step}`);
const ROLES: Record<Role, string> = { user: '@user', assistant: '@assistant', system: '@system', tool: '@tool', none: '@none' };
const KINDS: Record<Kind, string> = {
  prose: '=prose',
  item: '=item',
  heading: '=heading',
  comment: '=comment',
  table: '=table',
  log: '=log',
  code: '=code',
};
const CARET = 94;

/**
 * The features by which the models judge what a unit is: its words and pairs of neighbours, words that are not known by their shape or
 * ending, who says it and in what kind of text, and `section`, those of the heading above. `names`: those that the models know.
 */
export function featuresOf(unit: Pick<Unit, 'tokens' | 'kind' | 'role' | 'quoted'>, section: readonly Feature[], names: Names): Feature[] {
  const { tokens } = unit;
  const who = names.idOf(ROLES[unit.role]);
  const what = names.idOf(KINDS[unit.kind]);
  const features = [single(who), single(what), pair(who, what), single(names.idOf(lengthOf(tokens.length)))];
  if (unit.quoted) features.push(single(names.idOf('quoted')));
  const most = Math.min(tokens.length, MOST);
  let before = names.idOf('<');
  for (let i = 0; i < most; i++) {
    const word = nameOf(tokens[i]!, names);
    features.push(single(word), pair(before, word));
    if (i === 0) features.push(pair(names.idOf('0:'), word), pair(who, word));
    if (i === 1) features.push(pair(names.idOf('1:'), word));
    before = word;
  }
  features.push(pair(before, names.idOf('>')));
  for (const feature of section) features.push(feature);
  return features;
}

/** The features of the units under a heading, for its words. */
export function sectionFeaturesOf(heading: readonly Token[], names: Names): Feature[] {
  const under = names.idOf('§');
  return heading.slice(0, MOST_SECTION).map((token) => pair(under, nameOf(token, names)));
}

/** A word that the models know, else what it looks like: its shape, or its last letters, which tell its form in many languages. */
function nameOf(token: Token, names: Names): number {
  const { norm, shape } = token;
  if (shape === 'sign' || norm.charCodeAt(0) === CARET) return names.signOf(token);
  const known = shape === 'id' || shape === 'number' ? 0 : names.wordOf(token);
  if (known !== 0) return known;
  return names.idOf(shape === 'word' ? `~${norm.slice(-3)}` : shapeNames[shape]);
}

function lengthOf(tokens: number): string {
  let step = 0;
  while (step < LENGTHS.length && tokens > LENGTHS[step]!) step++;
  return LENGTH_NAMES[step]!;
}
