import { isLabel } from '../read/speakers.ts';
import type { Token, Turn } from '../reading.ts';
import { isAt, LOWER } from '../tokens/characters.ts';
import { sentences } from './sentences.ts';

type Line = { text: string; tokens: readonly Token[]; fenced: boolean };
type Lines = readonly (Line | undefined)[];

/** A line that is a title or a remark, and how deep a title it would be. */
const HASH = /^(\s*)(#{1,6})\s+(?=\S)/;
/** A command behind the prompt of a shell, and how many of them make a text a terminal's; one is enough that names the host. */
const PROMPT = /^\s{0,8}[$%❯]\s/;
const HOST_PROMPT =
  /^\s{0,8}(?:[\w.-]{1,40}@[\w.-]{1,40}:[\w.~/-]{0,60}\s?[$#%❯]|\[[\w.-]{1,40}@[\w.-]{1,40} [\w.~/-]{0,60}\][$#]|PS [A-Z]:\\[^>]{0,60}>)\s/;
const PROMPTS = 2;
/** The prompt of an interpreter, where no other line has a mark of quotation. */
const INTERPRETER = /^>>>\s/;
/** Plain words that a sentence has at least; and one without a stop, for which a title could be taken. */
const LEAST_WORDS = 3;
const LEAST_WITHOUT_STOP = 4;
const STATING = new Set(['.', '!', '…', '。', '！']);

/**
 * The lines of a turn that begin with "#" and are remarks, as in a shell, a script or a settings file, rather than titles: those that say
 * something in a sentence; and those of the first rank that stand in a terminal, behind an indentation, beside one another or alone in the
 * turn, since a title stands at the margin above what it heads.
 */
export function remarksIn(lines: Lines, isTerminal: boolean): Set<number> {
  const marks = lines.map((line) => (line && !line.fenced ? HASH.exec(line.text) : null));
  const isFirstRank = (i: number): boolean => marks[i]?.[2]!.length === 1;
  const isAlone = lines.every((line, i) => !line || isFirstRank(i)) && marks.filter(Boolean).length > 1;
  const isRemark = (i: number): boolean => {
    const [mark, indent] = marks[i]!;
    const { text, tokens } = lines[i]!;
    const own = tokens.filter(({ start }) => start >= mark.length);
    if (isStatement(text, own)) return true;
    if (!isFirstRank(i)) return false;
    if (isTerminal || isAlone || indent !== '' || isFirstRank(i - 1) || isFirstRank(i + 1)) return true;
    return isAt(text, mark.length, LOWER) && wordsOf(own) >= LEAST_WITHOUT_STOP && !!lines[i - 1] && !!lines[i + 1];
  };
  return new Set([...lines.keys()].filter((i) => marks[i] && isRemark(i)));
}

/** Whether what looks like a title says something: in a sentence, or behind a label ("Goal: move the shop over"); a question may be a title. */
export function isStatement(text: string, tokens: readonly Token[]): boolean {
  const colon = tokens.findIndex((token) => token.text === ':');
  if (colon > 0 && wordsOf(tokens.slice(colon)) >= LEAST_WORDS) {
    const label = text.slice(tokens[0]!.start, tokens[colon]!.start);
    if (isLabel(label)) return true;
  }
  const own = sentences(
    text,
    tokens.map((token) => ({ ...token })),
  );
  return own.some(({ tokens: said }) => wordsOf(said) >= LEAST_WORDS && states(said));
}

/** Whether a sentence ends with a stop, before signs that close it; one within a bracket is that of an abbreviation. */
function states(tokens: readonly Token[]): boolean {
  const countOf = (sign: string): number => tokens.filter(({ text }) => text === sign).length;
  if (countOf('(') > countOf(')')) return false;
  const last = tokens.findLast(({ text, shape }) => shape !== 'sign' || STATING.has(text) || text === '?' || text === ':');
  return last !== undefined && STATING.has(last.text);
}

function wordsOf(tokens: readonly Token[]): number {
  return tokens.filter(({ shape, norm }) => shape === 'word' && !norm.startsWith('^')).length;
}

/**
 * Which turns are what somebody types into a terminal: those with prompts, and what the same one says right before and behind the output of a
 * command. A text with titles of a deeper rank is a document.
 */
export function terminalsIn(turns: readonly Turn[], lines: readonly Lines[]): boolean[] {
  const open = lines.map((own) => own.filter((line) => line && !line.fenced).map((line) => line!.text));
  if (open.some((own) => own.some((text) => (HASH.exec(text)?.[2]!.length ?? 0) > 1))) return turns.map(() => false);
  const named = open.map((own) => own.some((text) => HOST_PROMPT.test(text)));
  const isShell = (i: number): boolean => turns[i]?.role === 'tool' && named[i]!;
  return turns.map(({ role, speaker }, i) => {
    if (named[i] || open[i]!.filter((text) => PROMPT.test(text)).length >= PROMPTS || isInterpreter(turns[i]!.text)) return true;
    if (role === 'tool') return false;
    const before = turns[i - 2];
    const goesOn = role === 'none' || (before?.role === role && before.speaker === speaker);
    return isShell(i + 1) || (isShell(i - 1) && goesOn);
  });
}

function isInterpreter(text: string): boolean {
  const marked = text.split('\n').filter((line) => line.startsWith('>'));
  return marked.length >= PROMPTS && marked.every((line) => INTERPRETER.test(line));
}
