import { squash } from './text.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Longest unit: a longer sentence is cut at clauses, then at words. */
const MAX_UNIT = 700;

const ABBREVIATION =
  /(?:^|[\s("'])(?:[A-Z]|e\.g|i\.e|etc|vs|cf|approx|resp|incl|excl|rev|ver|ref|ext|tab|eq|al|inkl|exkl|vgl|bspw|godz|tys|np|tzn|tel|núm|pág|aprox|no|nos|nr|fig|sec|ch|vol|pp?|dr|mr|mrs|ms|prof|st|sr|jr|inc|ltd|co|corp|dept|est|min|max|tel|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|ggf|usw|evtl|abs|art|p\.\s?ex|m|mme|p\.\s?ej|sra|ud|uds|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.\s*$/i;
/** Abbreviations that often end a sentence: they join only when the next piece goes on in lower case. */
const OFTEN_LAST = /(?:etc|usw|inc|ltd|co|corp|min|max|est|no|am|pm)\.\s*$/i;

/** Splits running text into sentences; abbreviations, paths, URLs and version numbers stay whole. */
export function sentences(paragraph: string): string[] {
  const out: string[] = [];
  let open = '';
  const segments = Array.from(segmenter.segment(squash(paragraph)), ({ segment }) => segment);
  for (const [i, segment] of segments.entries()) {
    open += segment;
    if (open.length < 2 * MAX_UNIT && ('.?!'.includes(segment.at(-1)!) || joinsNext(open, segments[i + 1] ?? ''))) continue;
    pushPieces(out, open);
    open = '';
  }
  pushPieces(out, open);
  return out
    .reduce<string[]>(mergeFragments, [])
    .flatMap((piece) => piece.split(MOOD))
    .flatMap(lowerCaseSentences);
}

/** A sign of mood that ends a sentence: ":)" */
const MOOD = /(?<=\s[:;]-?[()D])\s+(?=\p{Lu})/u;

const LOWER_START = /(?<=[\p{L}\p{N}_)"'”`%€][.!?]{1,3}["'”)]?)\s+(?=\p{Ll}|→)/gu;

/** A term in quotes that ends with a stop of its own, as in: gets "n. a." and is left out. */
const QUOTED_TERM = /(?:^|\s)["“'‘][^"“”'‘’]{1,20}\.["”'’]$/;

/** Cuts what is written without capitals ("no triggers. running total then") at its stops; abbreviations and ordinals stay whole. */
function lowerCaseSentences(piece: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (const { index } of piece.matchAll(LOWER_START)) {
    const head = piece.slice(from, index);
    const tail = head.slice(-14);
    if (head.length < 3 || ABBREVIATION.test(tail) || OFTEN_LAST.test(tail) || /(?:^|\s)\d{1,2}\.$|…$|\.{3}$/.test(tail)) continue;
    if (QUOTED_TERM.test(head)) continue;
    out.push(head.trim());
    from = index;
  }
  out.push(piece.slice(from).trim());
  return out;
}

/** "team A. Can you …": a letter that ends a sentence, and no initial of a name. */
const LETTER_LAST = /(?<!\p{Lu}\p{Ll}*\s)(?<![\p{Lu}.]\s?)\b[A-Z]\.\s*$/u;
/** "30 Sept. No changes …": a date that ends a sentence. */
const MONTH_LAST = /\d\s(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.\s*$/i;
const SENTENCE_START =
  /^["'“(]?(?:the|a|an|i|it|we|you|he|she|they|this|that|these|those|can|could|would|will|please|and|but|so|if|when|then|there|no|not|do|don|is|are|what|why|how|who|my|our|your|his|her|their|in|on|for|with|after|before|until|only|both|each|all|one|two|also)\b/i;

function joinsNext(piece: string, next: string): boolean {
  const tail = piece.slice(-14);
  if (LETTER_LAST.test(tail) && SENTENCE_START.test(next)) return false;
  if (MONTH_LAST.test(tail) && /^\p{Lu}\p{Ll}*\s/u.test(next)) return false;
  if (/\d\s?\p{Ll}{1,3}\.\s*$/u.test(tail)) return false;
  return /\s\.{2,3}\s*$/.test(tail) || (ABBREVIATION.test(tail) && !OFTEN_LAST.test(tail));
}

/** A piece that starts in lower case or with a closing sign belongs to the sentence before it. */
function mergeFragments(done: string[], piece: string): string[] {
  const closing = /^(?:[*_]{1,3}|["'”»)\]]{1,2})(?=\s|$)/.exec(piece)?.[0];
  if (closing && done.length > 0) {
    done[done.length - 1] += closing;
    const rest = piece.slice(closing.length).trim();
    return rest ? mergeFragments(done, rest) : done;
  }
  const last = done.at(-1);
  const goesOn = /^[)\]}"'”»,;:]*(?:\p{Ll}\p{L}*[\s,]|[)\]}”»,;:])/u.test(piece);
  if (last !== undefined && /\s[!?]$/.test(last) && /^\d/.test(piece)) {
    done[done.length - 1] = `${last}${piece}`;
    return done;
  }
  const wasOpen = last !== undefined && /(?:\.|…)["')\]]*$/.test(last) && last.length + piece.length <= MAX_UNIT;
  if (last !== undefined && goesOn && wasOpen) done[done.length - 1] = `${last} ${piece}`;
  else done.push(piece);
  return done;
}

function pushPieces(out: string[], text: string): void {
  let rest = text.trim();
  while (rest.length > MAX_UNIT) {
    const at = cutPoint(rest);
    out.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest) out.push(rest);
}

function cutPoint(text: string): number {
  const head = text.slice(0, MAX_UNIT);
  for (const mark of ['; ', ', ', ' ', ',']) {
    const at = head.lastIndexOf(mark);
    if (at > MAX_UNIT / 3) return at + mark.length;
  }
  const low = text.charCodeAt(MAX_UNIT);
  return low >= 0xdc00 && low <= 0xdfff ? MAX_UNIT - 1 : MAX_UNIT;
}
