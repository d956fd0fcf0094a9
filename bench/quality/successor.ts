import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import type { Case, Labelled } from './data.ts';
import { carries, replacedBy, type Item, itemsOf, useful } from './labels.ts';
import {
  holds,
  type Passage,
  passageOf,
  readingsOf,
  type Sentence,
  type Shown,
  squash,
  standsIn,
  type Statement,
  statementOf,
  stringsOf,
} from './shown.ts';

/** So much of so many, and each one that went wrong. */
export type Tally = { part: number; whole: number; misses: string[] };

/** A figure of one result: what is counted, in which column of its table. */
export type Figure = { name: string; column: string; tally: Tally };

/** Where an item is looked for: under these keys of the target's result, or anywhere in it. */
type Place = { items: string; target: Target; keys?: readonly string[] };

/** Where a failed attempt is called one: that it has been withdrawn or is over takes nothing from it there. */
const NOT_AGAIN = 'do_not_repeat';

const PROSE: readonly Target[] = ['summary', 'bullets', 'tldr'];
const STARTS: readonly Place[] = [
  { items: 'goal', target: 'handoff', keys: ['context_for_successor'] },
  { items: 'goal', target: 'state', keys: ['current_focus'] },
  { items: 'last request', target: 'handoff', keys: ['context_for_successor'] },
  { items: 'last request', target: 'state', keys: ['current_focus'] },
  { items: 'last request', target: 'next_actions', keys: ['do'] },
  ...PROSE.flatMap((target) => ['goal', 'last request'].map((items) => ({ items, target }))),
];

/** What is looked for where. */
export const PLACES: readonly Place[] = [
  ...STARTS,
  { items: 'failed attempts', target: 'handoff', keys: [NOT_AGAIN] },
  { items: 'failed attempts', target: 'handoff' },
  { items: 'failed attempts', target: 'summary' },
  { items: 'open steps', target: 'handoff', keys: ['context_for_successor', 'known_state'] },
  { items: 'open steps', target: 'next_actions', keys: ['do'] },
  { items: 'decisions', target: 'handoff', keys: ['known_state', 'context_for_successor'] },
  { items: 'decisions', target: 'decision_log', keys: ['what'] },
  { items: 'deadlines', target: 'constraints', keys: ['deadlines'] },
  { items: 'deadlines', target: 'constraints' },
  { items: 'deadlines', target: 'handoff' },
  { items: 'rules and bans', target: 'handoff' },
  { items: 'rules and bans', target: 'constraints' },
  { items: 'bans', target: 'handoff' },
  { items: 'bans', target: 'constraints' },
];

/** The items for which a target that is no prose has a place of its own and can also hold them anywhere. */
const BOTH = new Set(['failed attempts handoff', 'deadlines constraints']);

/** The column of a place: the target, and whether anywhere in it counts where it has a place of its own. */
export function columnOf({ items, target, keys }: Place): string {
  return BOTH.has(`${items} ${target}`) && !keys ? `${target}, anywhere` : target;
}

/** A context made ready to be compared with results. */
export type Judge = {
  labels: readonly (Labelled & { statement: Statement })[];
  items: readonly Item[];
  useful: readonly Statement[];
  /** What a successor has use for where it is called a failed attempt, and only there. */
  failed: readonly Statement[];
  readings: readonly string[];
};

export function judgeOf({ content, labels = [] }: Case): Judge {
  return {
    labels: labels.map((one) => ({ ...one, statement: statementOf(one.text) })),
    items: itemsOf(content, labels),
    useful: useful(labels).map(({ text }) => statementOf(text)),
    failed: labels.filter((one) => carries(one, 'F') && !carries(one, 'I')).map(({ text }) => statementOf(text)),
    readings: readingsOf(content),
  };
}

type Part = Shown & { passage: Passage };

const ready = (result: Compressed): Part[] => stringsOf(result).map((shown) => ({ ...shown, passage: passageOf(shown.text) }));

function tally<T>(all: readonly T[], counts: (one: T) => boolean, told: (one: T) => string, misses: 'counted' | 'others'): Tally {
  const counted = all.filter(counts);
  const wrong = misses === 'counted' ? counted : all.filter((one) => !counts(one));
  return { part: counted.length, whole: all.length, misses: wrong.map(told) };
}

/** What of the context's items stands where it belongs in a result. */
export function kept(judge: Judge, target: Target, result: Compressed): Figure[] {
  const parts = ready(result);
  const figures = PLACES.filter((place) => place.target === target).map((place): Figure => {
    const items = judge.items.filter(({ name }) => name === place.items);
    const among = parts.filter(({ key }) => !place.keys || place.keys.includes(key));
    return { name: place.items, column: columnOf(place), tally: tally(items, (one) => isShown(one, among), toldOf, 'others') };
  });
  return target === 'decision_log' ? [...figures, { name: 'reasons', column: target, tally: reasonsGiven(judge, result) }] : figures;
}

const isShown = ({ statements }: Item, parts: readonly Part[]): boolean =>
  parts.some(({ passage }) => statements.some((one) => standsIn(one, passage)));

const toldOf = ({ statements }: Item): string => statements.map(({ text }) => text).join(' / ');

/** Of the decisions for which the context gives a reason, those that are shown with a statement that was labelled a reason. */
function reasonsGiven({ items, labels }: Judge, result: Compressed): Tally {
  const entries = typeof result === 'object' && 'decisions' in result ? result.decisions : [];
  const reasons = labels.filter((one) => carries(one, 'Y'));
  const isReason = (why: string): boolean => reasons.some(({ statement }) => standsIn(statement, passageOf(why)));
  const explained = ready(entries.flatMap(({ what, why }) => (isReason(why) ? [what] : [])).join('\n'));
  const reasoned = items.filter(({ name, reasoned: has }) => name === 'decisions' && has);
  return tally(reasoned, (one) => isShown(one, explained), toldOf, 'others');
}

/** What should not be in a result: see README.md for each. */
export function faults(judge: Judge, target: Target, result: Compressed): Figure[] {
  const parts = ready(result);
  const sentences = parts.flatMap(({ passage }) => passage.sentences);
  const found: [string, Tally][] = [
    ['withdrawn', withdrawn(judge, parts)],
    ['joined', joined(judge, parts)],
    ['done as open', doneAsOpen(judge, parts)],
    ['noise', noise(judge, parts)],
    ['twice', repeated(sentences.map(({ text }) => text))],
    [
      'changed',
      tally(
        sentences,
        (one) => !one.elided && !isVerbatim(one, judge.readings),
        ({ text }) => text,
        'counted',
      ),
    ],
    ['credentials', credentials(judge, parts)],
    [
      'bags',
      tally(
        parts.flatMap(({ text }) => text.split('\n')),
        isBag,
        (line) => line,
        'counted',
      ),
    ],
  ];
  return found.map(([name, own]) => ({ name, column: target, tally: own }));
}

/** Sentences behind a withdrawn statement within which its replacement must follow, so that nobody takes it for one that holds. */
const FOLLOWS = 2;

/** Rules, decisions, requests and deadlines that no longer hold and are shown without what replaces them; a failed attempt may stand where it is called one. */
function withdrawn({ labels }: Judge, parts: readonly Part[]): Tally {
  const gone = labels.filter((one) => carries(one, 'X') && carries(one, 'RBPDTQL'));
  const standing = (one: (typeof gone)[number]): boolean =>
    parts.some(({ key, passage }) => {
      if ((key === NOT_AGAIN && carries(one, 'F')) || !standsIn(one.statement, passage)) return false;
      return !replacedBy(one).some((by) => isReplacedIn(passage, one.statement, statementOf(by)));
    });
  return tally(gone, standing, ({ text }) => text, 'counted');
}

/** Whether a passage shows what replaces a statement right behind it. */
function isReplacedIn(passage: Passage, statement: Statement, by: Statement): boolean {
  const at = passage.sentences.findLastIndex(({ text }) => standsIn(statement, passageOf(text)));
  const behind = passage.sentences.slice(at + 1, at + 1 + FOLLOWS);
  return at >= 0 && standsIn(by, passageOf(behind.map(({ text }) => text).join(' ')));
}

/** Strings that are texts, or that gather what belongs to a step: sentences from several places stand in them side by side. */
const GATHERING = new Set(['', 'context_for_successor', 'current_focus', 'why']);
/** Letters between two sentences that still stand beside each other: a name, a time, a sign of a list. */
const BESIDE = 40;

/** Entries in which a sentence follows another one that stands elsewhere in the context, and neither replaces nor withdraws it. */
function joined({ labels, readings }: Judge, parts: readonly Part[]): Tally {
  const gone = labels.filter((one) => carries(one, 'X'));
  const isReplaced = (before: Sentence, passage: Passage): boolean =>
    gone.some((one) => isOf(before, one.statement) && replacedBy(one).some((by) => standsIn(statementOf(by), passage)));
  const isBeside = (before: Sentence, next: Sentence): boolean =>
    readings.some((reading) => {
      for (let at = reading.indexOf(before.squashed); at >= 0; at = reading.indexOf(before.squashed, at + 1)) {
        const behind = at + before.squashed.length;
        if (reading.slice(behind, behind + BESIDE + next.squashed.length).includes(next.squashed)) return true;
      }
      return false;
    });
  const entries = parts.filter(({ key }) => !GATHERING.has(key));
  return tally(
    entries,
    ({ passage }) => {
      const { sentences } = passage;
      return sentences.some((one, i) => i + 1 < sentences.length && !isBeside(one, sentences[i + 1]) && !isReplaced(one, passage));
    },
    ({ text }) => text,
    'counted',
  );
}

const OPEN_KEYS = new Set(['do', 'pending_decisions', 'open_questions']);

/** Entries for what is open that only tell what is done or settled. */
function doneAsOpen({ labels }: Judge, parts: readonly Part[]): Tally {
  const isOpen = (one: Labelled): boolean => carries(one, 'OQUL') && !carries(one, 'CX');
  const isDone = (one: Labelled): boolean => carries(one, 'C') || (carries(one, 'N') && !carries(one, 'OQ'));
  const states = (which: (one: Labelled) => boolean, { passage }: Part): boolean =>
    labels.some((one) => which(one) && standsIn(one.statement, passage));
  const entries = parts.filter(({ key }) => OPEN_KEYS.has(key));
  return tally(
    entries,
    (entry) => states(isDone, entry) && !states(isOpen, entry),
    ({ text }) => text,
    'counted',
  );
}

/** Letters and digits of sentences that say nothing a successor has use for. */
function noise(judge: Judge, parts: readonly Part[]): Tally {
  const own = parts.map(({ key, passage }) => noiseOf(passage, key === NOT_AGAIN ? [...judge.useful, ...judge.failed] : judge.useful));
  const sum = (pick: (one: Tally) => number): number => own.reduce((n, one) => n + pick(one), 0);
  return { part: sum((one) => one.part), whole: sum((one) => one.whole), misses: own.flatMap(({ misses }) => misses) };
}

function noiseOf(passage: Passage, statements: readonly Statement[]): Tally {
  const words = passage.squashed.split(' ');
  const covered = coveredWords(passage.squashed, statements);
  const lengthOf = (from: number, to: number, counts: (place: number) => boolean): number =>
    words.slice(from, to).reduce((n, word, i) => n + (counts(from + i) ? word.length : 0), 0);
  const found: Tally = { part: 0, whole: lengthOf(0, words.length, () => true), misses: [] };
  let from = 0;
  for (const sentence of passage.sentences) {
    const to = from + sentence.squashed.split(' ').length;
    const idle = lengthOf(from, to, (place) => !covered.has(place));
    if (2 * idle > lengthOf(from, to, () => true) && !statements.some((one) => isOf(sentence, one))) {
      found.part += idle;
      found.misses.push(sentence.text);
    }
    from = to;
  }
  return found;
}

/** Whether a shown sentence is a statement, or part of it. */
function isOf(sentence: Sentence, statement: Statement): boolean {
  const isPart = sentence.squashed.split(' ').length >= SAYS && statement.forms.some((form) => holds(form, sentence.squashed));
  return isPart || standsIn(statement, { squashed: sentence.squashed, sentences: [sentence] });
}

/** The places of the words of a squashed string that belong to one of the statements. */
function coveredWords(squashed: string, statements: readonly Statement[]): Set<number> {
  const covered = new Set<number>();
  const text = ` ${squashed} `;
  for (const form of statements.flatMap(({ forms }) => forms)) {
    if (form === '') continue;
    for (let at = text.indexOf(` ${form} `); at >= 0; at = text.indexOf(` ${form} `, at + 1)) {
      const first = text.slice(0, at).split(' ').length - 1;
      for (let i = 0; i < form.split(' ').length; i++) covered.add(first + i);
    }
  }
  return covered;
}

/** Words of a sentence from which on it says something by itself. */
const SAYS = 4;

/** Sentences that stand in what the same result said before. */
function repeated(sentences: readonly string[]): Tally {
  const before: string[] = [];
  const again = (sentence: string): boolean => {
    const own = squash(sentence);
    const stood = own.split(' ').length >= SAYS && before.some((one) => holds(one, own));
    before.push(own);
    return stood;
  };
  return tally(sentences, again, (one) => one, 'counted');
}

/** Whether a sentence stands in the context word for word, or is several such parts with a colon or semicolon between. */
function isVerbatim({ text, squashed }: Sentence, readings: readonly string[]): boolean {
  const stands = (part: string): boolean => part === '' || readings.some((reading) => holds(reading, part));
  return stands(squashed) || text.split(/(?<=[:;…]["”»)\]*_`]*)\s+/u).every((part) => stands(squash(part)));
}

function credentials({ labels }: Judge, parts: readonly Part[]): Tally {
  const values = labels.filter((one) => carries(one, 'Z'));
  return tally(
    values,
    (one) => parts.some(({ text }) => text.includes(one.text)),
    ({ text }) => text,
    'counted',
  );
}

/** Share of bare names, and how many of them between commas, that make a string a bag of them. */
const BARE_SHARE = 0.6;
const BARE_ITEMS = 4;

/** Whether a string only lists names, ids and numbers, of which nobody learns what they are. */
export function isBag(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => squash(word) !== '');
  const items = text.split(/[,;]\s+/u).filter((item) => item.split(/\s+/u).every(isBare));
  return items.length >= BARE_ITEMS && words.filter(isBare).length > BARE_SHARE * words.length;
}

function isBare(word: string): boolean {
  return /\p{N}|^[^\p{L}]*\p{Lu}|\p{L}[_./\\:@()-]+\p{L}|\p{Ll}\p{Lu}/u.test(word);
}
