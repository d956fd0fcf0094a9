import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Credential } from './masking.ts';
import { runAt } from './secret-values.ts';

/** 13 to 19 digits, in groups or not, by themselves; the beginnings that issuers of cards have. */
const CARD =
  /(?<![\w.,:/=-]|[:=][ \t]?["']?)(?:[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d{2}([ -]?)\d{6}\2\d{5})(?![\w-]|[.,]\d)/g;
const NAMED_CARD =
  /(?:card|visa|mastercard|amex|karte|carte|tarjeta|carta|\bpan\b|\bcc\b)[^\n\d]{0,40}?((?<![\w.])[2-6]\d{3}(?:[ -]?\d){9,15})(?![\w-])/gi;

/** Card numbers: the checksum of Luhn fits. */
export function cards(text: string): Credential[] {
  const grouped = [...text.matchAll(CARD)].map(({ 0: number, index }) => ({ number, index }));
  const named = [...text.matchAll(NAMED_CARD)].map((match) => ({
    number: match[1]!,
    index: match.index + match[0].length - match[1]!.length,
  }));
  return [...grouped, ...named]
    .filter(({ number }) => isCard(number.replace(/\D/g, '')))
    .map(({ number, index }) => ({ start: index, end: index + number.length, kind: 'card number' }));
}

function isCard(digits: string): boolean {
  if (!/^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|4[4-9]|5|2))/.test(digits) || /^(\d)\1+$/.test(digits.slice(0, -1))) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

const seedWords: ReadonlySet<string> = new Set(wordlist);
/** Words of a seed phrase at least (BIP 39), side by side, with commas, or numbered. */
const LEAST_WORDS = 12;
/** Twelve words take 47 letters or more. One of the places so far apart is in the first half of each phrase, three words or more before its end. */
const STEP = 20;
const WORDS_AT = /[a-z]{3,8}(?![A-Za-z])/y;
/** The longest word with what stands before and behind it. */
const LONGEST_WORD = 19;
const WORD_BEFORE = /(?<![A-Za-z'-])([a-z]{3,8})[\s,.)\d:"']{1,9}$/;
const GAP = /[\s,.)\d:"']{1,9}/y;

/** Twelve words or more in a row of the English list of BIP 39, from which a wallet is made: it has no articles and few pronouns, so prose has none. */
export function seedPhrases(text: string): Credential[] {
  const found: Credential[] = [];
  for (let probe = 0; probe < text.length; probe += STEP) {
    let start = probe;
    while (isSmall(text, start - 1) && probe - start <= 8) start--;
    while (!isSmall(text, start) && start < probe + STEP) start++;
    const second = nextWord(text, start);
    if (second === undefined || nextWord(text, second) === undefined) continue;
    const words: string[] = [];
    let first = start;
    for (let before = wordBefore(text, first); before !== undefined; before = wordBefore(text, first)) first = before;
    let end = first;
    for (let at: number | undefined = first; at !== undefined; at = nextWord(text, at)) {
      const word = seedWordAt(text, at);
      if (word === '') break;
      words.push(word);
      end = at + word.length;
    }
    if (words.length < LEAST_WORDS) continue;
    if (!isRepeated(words)) found.push({ start: first, end, kind: 'seed phrase' });
    probe = end;
  }
  return found;
}

function isSmall(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 97 && code <= 122;
}

function seedWordAt(text: string, at: number): string {
  const word = runAt(WORDS_AT, text, at);
  return seedWords.has(word) ? word : '';
}

/** Where the word behind the seed word at `at` begins; `undefined` if there is no seed word, or another sign between. */
function nextWord(text: string, at: number): number | undefined {
  const word = seedWordAt(text, at);
  const gap = word === '' ? '' : runAt(GAP, text, at + word.length);
  return gap === '' || !isSmall(text, at + word.length + gap.length) ? undefined : at + word.length + gap.length;
}

/** Where the seed word before the one at `at` begins. */
function wordBefore(text: string, at: number): number | undefined {
  const from = Math.max(0, at - LONGEST_WORD);
  const match = WORD_BEFORE.exec(text.slice(from, at));
  return match && seedWords.has(match[1]!) ? from + match.index : undefined;
}

/** Whether a few words are said again and again. */
const isRepeated = (words: readonly string[]): boolean => new Set(words).size * 2 < words.length;
