import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Label, labels } from '@rest-stop/compress/classify/labels.ts';
import { turnsOf } from '@rest-stop/compress/read/turns.ts';
import type { Role, Unit } from '@rest-stop/compress/reading.ts';
import { tokenise } from '@rest-stop/compress/tokens/tokens.ts';
import { unitsOf } from '@rest-stop/compress/segment/units.ts';
import { isNegated, overlap, tokens } from '../text.ts';

/** A statement of a context as a reader labelled it; `by`: the statement that replaces it. */
export type Marked = { text: string; labels: string[]; by?: string };
type ContextLine = {
  id: string;
  content: string;
  probes?: { constraints: { text: string; prohibition: boolean }[]; identifiers: string[] };
  labels?: Marked[];
};
type TranscriptLine = { id: string; units: { text: string; speaker: string; labels: string[]; by?: string }[] };

/** One text to learn from: its units, and for each what is known of it: for each label 1, 0, or undefined where nobody has said. */
export type Material = {
  id: string;
  units: readonly Unit[];
  targets: readonly (readonly (0 | 1 | undefined)[])[];
  /** Places of units that another unit replaces, with that unit's place. */
  replaced: ReadonlyMap<number, number>;
  /** Places of requests, open steps and questions that are done or answered later. */
  closed: ReadonlySet<number>;
  /** The details that its author held for needed; undefined where nobody was asked. */
  needed?: readonly string[];
  /** Whether a reader labelled it, rather than only its rules being known. */
  labelled: boolean;
  weight: number;
  /** Whether the units stand in their order, so that neighbours say something. */
  whole: boolean;
};

const folder = join(import.meta.dirname, '../data');
const LETTERS: Record<string, Label> = {
  G: 'goal',
  L: 'current',
  Q: 'request',
  R: 'rule',
  B: 'ban',
  P: 'preference',
  D: 'decision',
  Y: 'reason',
  F: 'failure',
  N: 'done',
  O: 'open',
  U: 'question',
  T: 'deadline',
  K: 'fact',
  I: 'injected',
  X: 'superseded',
};
const SPEAKERS: Record<string, Role> = { U: 'user', A: 'assistant', S: 'system', T: 'tool', M: 'none' };
const RECOVERED = 0.6;
/** Everyday texts of a few sentences, and what they weigh among the long ones: many more of their statements are orders, or withdrawn. */
const SMALL = 'small';
const SMALL_WEIGHT = 0.3;

const squash = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function targetsFor(letters: readonly string[], replaces: boolean): (0 | 1)[] {
  const own = new Set(letters.map((letter) => LETTERS[letter[0]]).filter((label) => label !== undefined));
  if (own.has('ban') || own.has('preference')) own.add('rule');
  if (own.has('current')) own.add('request');
  if (replaces) own.add('replaces');
  const dead = letters.includes('X') || letters.includes('I') || letters.includes('C');
  if (own.size === 0 || (dead && !replaces)) own.add('noise');
  return labels.map((label) => (own.has(label) ? 1 : 0));
}

/** The place of the unit that a labelled statement means: the same words, else the unit that holds them or that they hold. */
function placer(units: readonly Unit[]): (text: string) => number[] {
  const keys = units.map(({ text }) => squash(text));
  const at = new Map<string, number>();
  for (const [i, key] of keys.entries()) if (!at.has(key)) at.set(key, i);
  return (text) => {
    const wanted = squash(text);
    const exact = at.get(wanted);
    if (exact !== undefined) return [exact];
    if (wanted.length < 8) return [];
    const holder = keys.findIndex((key) => key.includes(wanted));
    if (holder >= 0) return [holder];
    return keys.flatMap((key, i) => (key.length >= 12 && wanted.includes(key) ? [i] : []));
  };
}

function contextMaterial(set: string, { id, content, probes, labels: marks }: ContextLine): Material {
  const units = unitsOf(turnsOf(content));
  const place = placer(units);
  const letters = units.map((): string[] => []);
  const replaced = new Map<number, number>();
  if (marks) {
    for (const mark of marks) {
      const places = place(mark.text);
      for (const at of places) letters[at].push(...mark.labels);
      const by = mark.by === undefined ? undefined : place(mark.by)[0];
      if (by !== undefined && places[0] !== undefined && by !== places[0]) replaced.set(places[0], by);
    }
    const replacing = new Set(replaced.values());
    return {
      id: `${set}/${id}`,
      units,
      targets: letters.map((own, i) => targetsFor(own, replacing.has(i))),
      replaced,
      closed: closedIn(letters),
      ...(probes && { needed: probes.identifiers }),
      labelled: true,
      weight: set === SMALL ? SMALL_WEIGHT : 1,
      whole: true,
    };
  }
  const wanted = (probes?.constraints ?? []).map(({ text, prohibition }) => ({ words: tokens(text), prohibition }));
  const targets = units.map(({ text }) => {
    const words = tokens(text);
    const stated = wanted.filter(({ words: own, prohibition }) => overlap(own, words) >= RECOVERED && (!prohibition || isNegated(text)));
    return labels.map((label) =>
      label === 'rule'
        ? stated.length > 0
          ? 1
          : 0
        : label === 'ban'
          ? stated.some(({ prohibition }) => prohibition)
            ? 1
            : 0
          : undefined,
    );
  });
  return { id: `${set}/${id}`, units, targets, replaced, closed: new Set(), labelled: false, weight: 0.5, whole: true };
}

function unitOf(text: string, role: Role, order: number): Unit {
  return { order, text, tokens: tokenise(text), kind: 'prose', role, speaker: '', turn: order, block: order, section: '', quoted: false };
}

function transcriptMaterial({ id, units: lines }: TranscriptLine): Material {
  const units = lines.map(({ text, speaker }, i) => unitOf(text, SPEAKERS[speaker], i));
  const at = new Map(units.map(({ text }, i) => [text, i]));
  const replaced = new Map(lines.flatMap(({ by }, i) => (by !== undefined && at.has(by) ? [[i, at.get(by)!] as const] : [])));
  const replacing = new Set(replaced.values());
  return {
    id,
    units,
    targets: lines.map(({ labels: own }, i) => targetsFor(own, replacing.has(i))),
    replaced,
    closed: closedIn(lines.map((line) => line.labels)),
    labelled: true,
    weight: 1,
    whole: true,
  };
}

function closedIn(letters: readonly (readonly string[])[]): Set<number> {
  return new Set(letters.flatMap((own, i) => (own.includes('C') ? [i] : [])));
}

const jsonLines = <T>(file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

/** All contexts of the sets. */
export function contextsToLearnFrom(except: readonly string[]): Material[] {
  return readdirSync(folder)
    .toSorted()
    .filter((file) => file.endsWith('.jsonl') && file !== 'transcripts.jsonl')
    .flatMap((file) => {
      const set = file.replace('.jsonl', '');
      return except.includes(set) ? [] : jsonLines<ContextLine>(file).map((line) => contextMaterial(set, line));
    });
}

/** Transcripts that were written sentence by sentence, in other languages than most contexts. */
export function transcriptsToLearnFrom(): Material[] {
  return jsonLines<TranscriptLine>('transcripts.jsonl').map(transcriptMaterial);
}

/** Single sentences that were written to learn from: of each only one thing is known. */
export function sentencesToLearnFrom(): Material[] {
  const sentences = join(import.meta.dirname, '../sentences');
  return readdirSync(sentences)
    .toSorted()
    .map((file) => {
      const lines = readFileSync(join(sentences, file), 'utf8').split('\n').filter(Boolean);
      const units = lines.map((line, i) => unitOf(line.slice(4), SPEAKERS[line[2]], i));
      const targets = lines.map((line) => {
        const own = LETTERS[line[0]];
        return labels.map((label): 0 | 1 | undefined => {
          if (label === 'rule') return own === 'rule' || own === 'ban' ? 1 : 0;
          if (label === 'ban') return own === 'ban' ? 1 : 0;
          if (label === 'request' || label === 'decision') return own === label ? 1 : own === 'rule' || own === 'ban' ? undefined : 0;
          return undefined;
        });
      });
      return { id: file, units, targets, replaced: new Map(), closed: new Set(), labelled: false, weight: 0.25, whole: false };
    });
}
