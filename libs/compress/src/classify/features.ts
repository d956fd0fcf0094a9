import { type Feature, named, type Names, pair, shapeNames, single, type Word } from '../model/features.ts';
import { numberOf } from '../model/vocabulary.ts';
import type { Kind, Role, Token, Unit } from '../reading.ts';

/** Tokens of a unit that are looked at; what comes later in a long one says little of what it is. */
const MOST = 60;
/** Words of the heading above that are looked at. */
const MOST_SECTION = 6;
/** Numbers of tokens from one step of length to the next, and the names of the steps. */
const LENGTHS = [3, 6, 11, 19, 29, 45];
const LENGTH_NAMES = [...LENGTHS.keys(), LENGTHS.length].map((step) => named(`length:${step}`));
const ROLES: Record<Role, Word> = {
  user: named('@user'),
  assistant: named('@assistant'),
  system: named('@system'),
  tool: named('@tool'),
  none: named('@none'),
};
const KINDS: Record<Kind, Word> = {
  prose: named('=prose'),
  item: named('=item'),
  heading: named('=heading'),
  comment: named('=comment'),
  table: named('=table'),
  log: named('=log'),
  code: named('=code'),
};
const [BEGIN, END, FIRST, SECOND, QUOTED, UNDER] = ['<', '>', '0:', '1:', 'quoted', '§'].map(named) as [Word, Word, Word, Word, Word, Word];
const CARET = 94;

/**
 * The features by which the models judge what a unit is: its words and pairs of neighbours, words that are not known by their shape or
 * ending, who says it and in what kind of text, and `section`, those of the heading above. `names`: those that the models know.
 */
export function featuresOf(unit: Pick<Unit, 'tokens' | 'kind' | 'role' | 'quoted'>, section: readonly Feature[], names: Names): Feature[] {
  const { tokens } = unit;
  const who = names.nameOf(ROLES[unit.role]);
  const what = names.nameOf(KINDS[unit.kind]);
  const features = [single(who), single(what), pair(who, what), single(names.nameOf(lengthOf(tokens.length)))];
  if (unit.quoted) features.push(single(names.nameOf(QUOTED)));
  const most = Math.min(tokens.length, MOST);
  let before = names.nameOf(BEGIN);
  for (let i = 0; i < most; i++) {
    const word = nameOf(tokens[i]!, names);
    features.push(single(word), pair(before, word));
    if (i === 0) features.push(pair(names.nameOf(FIRST), word), pair(who, word));
    if (i === 1) features.push(pair(names.nameOf(SECOND), word));
    before = word;
  }
  features.push(pair(before, names.nameOf(END)));
  for (const feature of section) features.push(feature);
  return features;
}

/** The features of the units under a heading, for its words. */
export function sectionFeaturesOf(heading: readonly Token[], names: Names): Feature[] {
  const under = names.nameOf(UNDER);
  return heading.slice(0, MOST_SECTION).map((token) => pair(under, nameOf(token, names)));
}

/** A word that the models know, else what it looks like: its shape, or its last letters, which tell its form in many languages. */
function nameOf(token: Token, names: Names): number {
  const { norm, shape } = token;
  if (shape === 'sign' || norm.charCodeAt(0) === CARET) return names.nameOf(token);
  const known = shape === 'id' || shape === 'number' ? 0 : names.wordOf(token);
  if (known !== 0) return known;
  return names.nameOf(shape === 'word' ? endingOf(norm) : shapeNames[shape]);
}

function endingOf(norm: string): Word {
  const ending = `~${norm.slice(-3)}`;
  return { norm: ending, word: numberOf(ending) };
}

function lengthOf(tokens: number): Word {
  let step = 0;
  while (step < LENGTHS.length && tokens > LENGTHS[step]!) step++;
  return LENGTH_NAMES[step]!;
}
