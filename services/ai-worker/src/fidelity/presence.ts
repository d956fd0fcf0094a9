import { squash } from '../offline/text.ts';
import { anchorsOf } from './anchors.ts';

/** A text prepared for asking which anchors stand in it. */
export type Searchable = { text: string; tokens: Set<string> };

/** Most anchors of several words that are looked for by scanning the text. */
const MAX_SCANS = 2_000;
const EDGE = /[\p{L}\p{N}]/u;

/** Prepares `text`: case and white space no longer count; JSON's escaped line ends and quotes read as what they stand for. */
export function searchable(text: string): Searchable {
  const plain = squash(text.replace(/\\[nrt](?![\w\\])|\\[nrt](?=[\w./"'-])/g, ' ').replace(/\\(["/])/g, '$1')).toLowerCase();
  const whole = `${squash(text).toLowerCase()}\n${plain}`;
  const tokens = new Set(
    plain.split(/[\s"'`“”„«»,;(){}[\]<>|=]+/).map((t) => t.replace(/^[*_~#!?:.…–—-]+|(?<![*_~!?:.…–—])[*_~!?:.…–—]+$/g, '')),
  );
  for (const anchor of anchorsOf(text)) tokens.add(squash(anchor).toLowerCase());
  return { text: whole, tokens };
}

/** Counts how many of `anchors` stand in `target`, by exact comparison up to case and the sentence's punctuation. */
export function countPresent(anchors: readonly string[], target: Searchable): number {
  let scans = 0;
  return anchors.filter((anchor) => {
    const wanted = squash(anchor).toLowerCase();
    if (target.tokens.has(wanted)) return true;
    return scans++ < MAX_SCANS && standsIn(target.text, wanted);
  }).length;
}

/** Whether `wanted` stands in `text` between word boundaries. */
function standsIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted), tries = 0; at >= 0 && tries < 20; at = text.indexOf(wanted, at + 1), tries++) {
    const before = text[at - 1] ?? '';
    const after = text[at + wanted.length] ?? '';
    if (!(EDGE.test(before) && EDGE.test(wanted[0]!)) && !(EDGE.test(after) && EDGE.test(wanted.at(-1)!))) return true;
  }
  return false;
}
