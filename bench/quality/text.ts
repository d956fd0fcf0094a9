import type { Compressed } from '@rest-stop/contracts/defrag.ts';

const stopWords = new Set(
  [
    'a an the and or but of to in on at by for from with without as is are was were be been it its this that these those there then than so if',
    'we you i he she they will would can could should may must has have had do does did',
    'der die das den dem des ein eine und oder von zu mit im in auf ist sind wird werden für',
    'le la les un une des du de et ou à au aux en est sont sur pour dans que qui il',
    'el los las una y o del al por para con se es lo',
  ].flatMap((line) => line.split(' ')),
);

/** Words that turn a statement into its opposite, in the languages of the data sets. */
const negation = new RegExp(
  `\\b(?:${[
    "not no never nobody none nothing neither nor without cannot can'?t don'?t doesn'?t didn'?t won't mustn'?t shouldn'?t isn'?t aren'?t wasn'?t",
    'refuse[sd]? forbidden prohibited avoid nicht kein\\w* nie niemals verboten pas jamais aucune? interdite?s?',
    'non nunca jamás não nem sem bez nikt nigdy nic żad\\w+ senza mai nessun\\w* niet geen nooit ningún ninguna prohibido',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b|\\bn['’](?=\\p{L})|ない|ません|禁止|なしに|不可`,
  'iu',
);

/** Whether `text` holds a word of negation. */
export function isNegated(text: string): boolean {
  return negation.test(text.replaceAll('’', "'"));
}

/** Sentences, list items and lines: the units in which a claim is looked for. */
export function statements(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+|(?<=[。!?])/u)
    .map((s) => s.trim())
    .filter((s) => s.length > 0);
}

const modal = /\b(must|may|should|shall|can|will|required|darf|muss|müssen|doit|peut|debe|puede)\b/iu;

/**
 * All strings of a result. A line under `do_not_repeat` says "do not" by its place, so that is put in front of it,
 * unless it speaks of what must or may be: there a lost negation is a lost negation.
 */
export function leaves(compressed: Compressed): string[] {
  const out: string[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') out.push(key === 'do_not_repeat' && !modal.test(value) ? `do not: ${value}` : value);
    else if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (value !== null && typeof value === 'object') for (const [k, v] of Object.entries(value)) visit(v, k);
  };
  visit(compressed, '');
  return out;
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function bigrams(run: string): string[] {
  const chars = Array.from(run);
  return chars.length < 2 ? chars : chars.slice(1).map((c, i) => `${chars[i]}${c}`);
}

/** Content words, lower-case, cut to six letters as a crude stem; Japanese as pairs of characters; numbers whole. Negations are kept apart. */
export function tokens(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.,:]\p{N}+)*/gu) ?? [];
  const out = new Set<string>();
  for (const word of words) {
    if (cjk.test(word)) for (const pair of bigrams(word)) out.add(pair);
    else if (!stopWords.has(word) && !isNegated(word)) out.add(/\p{N}/u.test(word) ? word : word.slice(0, 6));
  }
  return out;
}

/** Share of `needle`'s tokens that stand in `hay`: 0 to 1; an empty needle is found. */
export function overlap(needle: ReadonlySet<string>, hay: ReadonlySet<string>): number {
  if (needle.size === 0) return 1;
  let hits = 0;
  for (const token of needle) if (hay.has(token)) hits++;
  return hits / needle.size;
}
