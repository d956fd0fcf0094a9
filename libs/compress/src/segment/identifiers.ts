import type { Token } from '../reading.ts';
import { isAt, LOWER, UPPER } from '../tokens/characters.ts';
import { measures } from '../tokens/measures.ts';

const PLAIN_SLASH = /^[a-z\u0080-\uffff]{1,20}\/[a-z\u0080-\uffff]{1,20}$/i;
/** An abbreviation with stops inside ("e.g"). */
const DOTTED = /^(?:[a-z\u0080-\uffff]\.){1,3}[a-z\u0080-\uffff]$/i;
const MONEY = /^[€$£¥]$/;
const LONGEST_QUOTED = 120;

/**
 * The details of a text that can only be copied, not said in other words: paths, URLs, ids, code names, numbers with their measure, dates,
 * times, and whatever stands in backticks. As they are written, once each, in order.
 */
export function identifiersOf(text: string, tokens: readonly Token[]): string[] {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.shape === 'word' || token.shape === 'name' || token.shape === 'caps') continue;
    const end = token.text === '`' ? closing(tokens, i) : i;
    if (end > i) {
      const quoted = text.slice(token.start + 1, tokens[end]!.start).trim();
      if (quoted.length > 1 && quoted.length <= LONGEST_QUOTED) {
        found.add(quoted);
        i = end;
      }
    } else if (standsAlone(token)) found.add(token.text);
    else if (token.shape === 'number') found.add(measured(text, tokens, i));
  }
  found.delete('');
  return [...found];
}

/** The place of the backtick that ends what the one at `i` begins, if it is near; else `i`. */
function closing(tokens: readonly Token[], i: number): number {
  const latest = tokens[i]!.start + LONGEST_QUOTED + 1;
  for (let k = i + 1; k < tokens.length && tokens[k]!.start <= latest; k++) if (tokens[k]!.text === '`') return k;
  return i;
}

function standsAlone({ text, shape }: Token): boolean {
  if (shape === 'time' || shape === 'date' || shape === 'unit') return true;
  if (shape !== 'id' || PLAIN_SLASH.test(text) || DOTTED.test(text)) return false;
  return /[\d/._@#\\$=:~()]/.test(text) || hasHump(text) || text.startsWith('-');
}

function hasHump(text: string): boolean {
  for (let i = 1; i < text.length; i++) if (isAt(text, i, UPPER) && isAt(text, i - 1, LOWER)) return true;
  return false;
}

/** A number with the measure before or behind it; empty for a small number without one, which is not worth copying by itself. */
function measured(text: string, tokens: readonly Token[], i: number): string {
  const token = tokens[i]!;
  const before = tokens[i - 1];
  const behind = tokens[i + 1];
  const end = token.start + token.text.length;
  if (behind && behind.start - end <= 1 && (measures.has(behind.norm) || behind.text === '%' || MONEY.test(behind.text)))
    return text.slice(token.start, behind.start + behind.text.length);
  if (before && MONEY.test(before.text)) return text.slice(before.start, end);
  return token.text.length >= 4 ? token.text : '';
}
