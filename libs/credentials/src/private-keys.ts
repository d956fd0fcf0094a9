import type { Credential } from './masking.ts';
import { runAt } from './secret-values.ts';

const BEGINS = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-{4,5}/g;
const ENDS = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-{4,5}/g;
/**
 * Lines of base64, in a quotation, behind a line number or the head of a log line, or in JSON with escaped line ends; and the headers that may precede
 * them.
 */
const LINE = /(?:[^\n]{0,80}?[\s>|+:\]"'])?(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment): [^\n]{0,80})|[\s>|]|\\{1,4}[nr]/y;
/** Letters that the shortest key has (Ed25519: 64), and those that the longest one takes with what stands around it. */
const LEAST_KEY = 40;
const LONGEST_KEY = 20_000;
const BASE64 = /[A-Za-z0-9+/=]{16,}/;

/** Private keys in PEM (RFC 7468), with both marks; one that is cut off, up to the end of its base64. */
export function privateKeys(text: string): Credential[] {
  const begins = [...text.matchAll(BEGINS)];
  if (begins.length === 0) return [];
  const ends = [...text.matchAll(ENDS)];
  const found: Credential[] = [];
  let at = 0;
  for (const [order, begin] of begins.entries()) {
    const body = begin.index + begin[0].length;
    while (at < ends.length && ends[at]!.index < body) at++;
    const close = ends[at];
    const limit = Math.min(begins[order + 1]?.index ?? text.length, body + LONGEST_KEY);
    const whole = close !== undefined && close.index < limit && BASE64.test(text.slice(body, close.index));
    const end = whole ? close.index + close[0].length : linesFrom(text, body);
    if (end - body >= LEAST_KEY) found.push({ start: begin.index, end, kind: 'private key' });
  }
  return found;
}

function linesFrom(text: string, body: number): number {
  let end = body;
  for (let line = runAt(LINE, text, end); line !== ''; line = runAt(LINE, text, end)) end += line.length;
  return end;
}
