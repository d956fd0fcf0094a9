import type { Compressed } from '@rest-stop/contracts/defrag.ts';

/** A string of a result and the key it stands under; empty for prose. */
export type Shown = { key: string; text: string };

/** All strings of a result, in its order. A priority is no text. */
export function stringsOf(result: Compressed): Shown[] {
  const found: Shown[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.push({ key, text: value });
    else if (Array.isArray(value)) for (const one of value) visit(one, key);
    else if (typeof value === 'object' && value !== null) for (const [k, one] of Object.entries(value)) visit(one, k);
  };
  visit(result, '');
  return found.filter(({ key, text }) => key !== 'priority' && text.trim() !== '');
}

/** Letters and digits only, lower-case, single spaces: what two texts are compared by. */
export function squash(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Whether the words of `part` stand side by side in `whole`; both squashed. */
export function holds(whole: string, part: string): boolean {
  return part !== '' && ` ${whole} `.includes(` ${part} `);
}

/** The sentences, lines and list items of a string. */
function sentencesOf(text: string): string[] {
  const parts = text.split(/\n+|(?<=[.!?]["”»)\]*_`']*)\s+|(?<=[。！？])/u);
  return parts.map((part) => part.trim()).filter((part) => squash(part) !== '');
}

const MASK = /\[[^\]\n]*\b(?:credential|secret|redacted|masked|removed|hidden|password|token|key)\b[^\]\n]*\]|\*{4,}|•{3,}|█{2,}/iu;

/** Whether a sentence shows that something was left out of it: cut with "…" or a credential masked. */
function isElided(sentence: string): boolean {
  return sentence.includes('…') || MASK.test(sentence);
}

/** Share of `wanted`'s words that stand in `found` in their order (longest common subsequence). */
function shareInOrder(wanted: readonly string[], found: readonly string[]): number {
  let row = new Array<number>(found.length + 1).fill(0);
  for (const word of wanted) {
    const next = [0];
    for (const [i, other] of found.entries()) next.push(word === other ? row[i] + 1 : Math.max(row[i + 1], next[i]));
    row = next;
  }
  return wanted.length === 0 ? 0 : row.at(-1)! / wanted.length;
}

/** A string made ready for questions of what stands in it. */
export type Passage = { squashed: string; sentences: Sentence[] };
export type Sentence = { text: string; squashed: string; elided: boolean };

export function passageOf(text: string): Passage {
  const sentences = sentencesOf(text).map((one) => ({ text: one, squashed: squash(one), elided: isElided(one) }));
  return { squashed: squash(text), sentences };
}

/** A statement of a context, squashed: as it was labelled, and without the name in front that says who says it. */
export type Statement = { text: string; forms: string[] };

/** Words of a name in front, at most. */
const HEAD = /^[@*]{0,2}\p{L}[^:\n]{0,40}:[*\s]+/u;
const HEAD_WORDS = 5;

export function statementOf(text: string): Statement {
  const head = HEAD.exec(text)?.[0] ?? '';
  const bare = squash(text.slice(head.length));
  const named = head !== '' && bare !== '' && head.split(/\s+/u).length <= HEAD_WORDS;
  return { text, forms: named ? [squash(text), bare] : [squash(text)] };
}

/** Words of a statement from which on it is looked for inside a string; a shorter one ("Say it.") must be a sentence of its own. */
const SHORT = 3;
/** Least length of a shown sentence that may stand for a longer statement, and least share of the statement that it must hold. */
const FRAGMENT = 25;
const HALF = 0.5;
/** Share of the words of a statement that a visibly elided sentence must hold. */
const ELIDED = 0.6;

/** Whether a statement of the context stands in a string of the result: whole, by at least half of it, or visibly elided. */
export function standsIn({ forms }: Statement, passage: Passage): boolean {
  return forms.some((form) => formStandsIn(form, passage));
}

function formStandsIn(wanted: string, { squashed, sentences }: Passage): boolean {
  const words = wanted.split(' ');
  if (words.length >= SHORT && holds(squashed, wanted)) return true;
  return sentences.some((one) => one.squashed === wanted || standsFor(one, wanted, words));
}

function standsFor(shown: Sentence, wanted: string, words: readonly string[]): boolean {
  const isFragment = shown.text.length >= FRAGMENT && shown.squashed.length >= HALF * wanted.length;
  if (isFragment && holds(wanted, shown.squashed)) return true;
  return shown.elided && shareInOrder(words, shown.squashed.split(' ')) >= ELIDED;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: ' ', f: ' ' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (_, code: string | undefined, sign: string) =>
    code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/gu, (whole, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

/** What colours the text of a terminal. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'gu');

/** A context as it may be read: as it stands, and with the escapes of JSON (once, twice) and of HTML taken away. All squashed. */
export function readingsOf(content: string): string[] {
  const plain = content.replace(COLOURS, '');
  const once = unescaped(plain);
  return [...new Set([plain, once, unescaped(once), withoutEntities(plain)].map(squash))];
}
