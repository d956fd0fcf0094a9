const TOKEN =
  /https?:\/\/\S+|\p{L}+(?:['’]\p{L}+)?(?:-\p{L}+)*(?![\p{L}\p{N}_/\\.@]*[_/\\@\p{N}])|[€$£]?\d(?:[\d.,:]*\d)?(?:\s?%|\p{L}{1,3}(?![\p{L}\p{N}]))?|[\p{L}\p{N}_$#@/\\.:+-]*[\p{L}\p{N}_/\\]|[,;:?!—–()"“”]/gu;
const WORD = /^\p{L}+(?:['’]\p{L}+)?(?:-\p{L}+)*$/u;
const SIGN = /^[,;:?!—–()"“”]$/;
const DAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;
/** Words that people put in capitals to be heard, rather than abbreviations. */
const LOUD = new Set(['no', 'not', 'never', 'only', 'must', 'do', 'always', 'stop', 'nothing', 'nobody', 'none', 'all', 'any', 'every']);
/** Longest part of a sentence that is looked at, in UTF-16 units. */
const MOST = 400;

/**
 * A sentence as lower-case words, in which what differs from text to text stands for its kind: `^Name`, `^ABC`, `^id`, `^day`, `#` (a number),
 * `#unit`, `#money`, `#time`. Marks of punctuation are words.
 */
export function tokensOf(sentence: string): string[] {
  const plain = sentence
    .slice(0, MOST)
    .replace(/^[-*•>\s#]+/, '')
    .replace(/[*`]+/g, '');
  const found = plain.match(TOKEN) ?? [];
  return found.map((token, i) => kindOf(token, i === 0 || /^[.:?!"(]$/.test(found[i - 1]!)));
}

function kindOf(token: string, opens: boolean): string {
  if (SIGN.test(token)) return token === '–' ? '—' : /["“”]/.test(token) ? '"' : token;
  if (WORD.test(token)) return kindOfWord(token, opens);
  if (/^[€$£]/.test(token)) return '#money';
  if (/^\d[\d.,]*$/.test(token)) return '#';
  if (/^\d{1,2}:\d\d/.test(token)) return '#time';
  return /^\d/.test(token) ? '#unit' : '^id';
}

function kindOfWord(token: string, opens: boolean): string {
  const low = token.toLowerCase().replace('’', "'");
  if (/^\p{Lu}{2,}s?$/u.test(token)) return LOUD.has(low) ? low : '^ABC';
  if (opens || !/^\p{Lu}\p{Ll}/u.test(token)) return low;
  return low.endsWith("'s") ? "^Name's" : DAY.test(low) ? '^day' : '^Name';
}

/** What stands for a word that is not known: its ending. */
function endingOf(word: string): string {
  if (/^[#^]|^\W$/.test(word)) return word;
  const [ending] = /(?:ing|ed|en|ly|'s|(?<!s)s)$/.exec(word) ?? [''];
  return `~${ending}`;
}

/** The words of `tokens` that `known` holds, each pair of neighbours, unknown words by their ending, and how long the sentence is. */
export function featuresOf(tokens: readonly string[], known: { has(word: string): boolean }): Set<string> {
  const features = new Set(tokens.filter((word) => known.has(word)));
  const line = ['<', ...tokens.map((word) => (known.has(word) ? word : endingOf(word))), '>'];
  for (const [i, word] of line.slice(1).entries()) features.add(`${line[i]} ${word}`);
  features.add(lengthOf(tokens.length));
  return features;
}

const LENGTHS = [3, 6, 11, 19, 29];

function lengthOf(words: number): string {
  return `length ${LENGTHS.filter((step) => words > step).length}`;
}
