import type { Role } from '../reading.ts';
import lexicon from '../../data/speakers.json' with { type: 'json' };

const ROLES = new Map(lexicon.roles.flatMap(({ role, words }) => words.split(' ').map((word) => [word, role as Role] as const)));
const LETTERS = new Map(lexicon.letters.map(({ letter, role }) => [letter, role as Role]));
const GLYPHS = new Map(lexicon.glyphs.map(({ glyph, role }) => [glyph, role as Role]));
const MACHINES = wordsOf(lexicon.machines);
const LABELS = wordsOf(lexicon.labels);
const CARRIERS = wordsOf(lexicon.carriers);
const LINKS = new Set(lexicon.carriers.links.split(' '));
const COUNTS = wordsOf(lexicon.counts);
const SAYING = wordsOf(lexicon.saying);
/** "intbot", "ops-agent", "scout.ai", "agent-3". */
const AGENT_NAME = /bot$|(?:^|[-_. ])(?:bot|agent|assistant|assist|ai|copilot)(?:[-_. ]?\d+)?$/;

function wordsOf({ words }: { words: string }): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The role that a word names ("user", "Assistent", "tool_result"); undefined for any other word. */
export function roleOfWord(word: string): Role | undefined {
  const low = word.toLowerCase();
  const cut = low.indexOf('_');
  return ROLES.get(low) ?? (cut > 0 ? ROLES.get(low.slice(0, cut)) : undefined);
}

/** The role of a letter under which questions and answers stand ("Q", "A"); undefined for any other. */
export function roleOfLetter(letter: string): Role | undefined {
  return LETTERS.get(letter);
}

/** The role of a sign that coding agents print before what somebody says; undefined for any other sign. */
export function roleOfGlyph(glyph: string): Role | undefined {
  return GLYPHS.get(glyph);
}

/** Whether a word before a colon labels what follows rather than naming who says it. */
export function isLabel(word: string): boolean {
  return LABELS.has(word.toLowerCase());
}

/** Whether a word only counts turns ("turn 3", "msg 12"). */
export function isCount(word: string): boolean {
  return COUNTS.has(word.toLowerCase());
}

/** Whether a word only tells that somebody says something ("commented", "schrieb"). */
export function isSaying(word: string): boolean {
  return SAYING.has(word.toLowerCase());
}

/** The keys under which structured text names who speaks, and under which it gives what is said; each as alternatives of an expression. */
export const fieldKeys = { speaker: lexicon.fields.words.replaceAll(' ', '|'), said: lexicon.fields.said.replaceAll(' ', '|') };

/**
 * Who sent a message that a title names ("Message from Ana Prado" is from "Ana Prado"); undefined where it names none.
 * `short`: the word that links both may be left out ("message Ana Prado 09:20").
 */
export function senderIn(words: readonly string[], short: boolean): string | undefined {
  const link = words.findIndex((word, i) => i > 0 && LINKS.has(word.toLowerCase()) && CARRIERS.has(words[i - 1]!.toLowerCase()));
  const from = link > 0 ? link : short && CARRIERS.has(words[0]!.toLowerCase()) ? 0 : -1;
  if (from < 0) return undefined;
  const sender = words.slice(from + 1, from + 4);
  const end = sender.findIndex((word) => !/^[\p{Lu}\p{Lo}]/u.test(word));
  return (sender.length === 1 || end < 0 ? sender : sender.slice(0, end)).join(' ') || undefined;
}

/** The role of somebody called `name`: by its own words, else a person, who gives orders. */
export function roleOfName(name: string): Role {
  const low = name.toLowerCase().replace(/^@/, '');
  const words = low.split(/[\s:/|,()]+/).filter(Boolean);
  const role = words.map((word) => ROLES.get(word)).find((one) => one !== undefined);
  if (role) return role;
  if (words.some((word) => MACHINES.has(word))) return 'tool';
  return words.some((word) => AGENT_NAME.test(word)) ? 'assistant' : 'user';
}
