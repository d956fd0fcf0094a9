import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Analysis } from '../analysis.ts';
import { purseOf } from '../budget.ts';
import { cutToWords, wordCount } from '../cut.ts';
import { hasWholeQuotes, joinParagraph } from '../join.ts';
import { selectionOf, takeFacts, takeIdentifiers, takeUnits } from '../pick.ts';
import { rankRules } from '../sorting.ts';
import type { Unit } from '../unit.ts';
import { isDangling, isTelling, readableUnits, saidIn } from './readable.ts';
import { requestWithin } from './request.ts';

/** Most characters: words may be long. */
const MAX_CHARS = 700;
const REQUEST_WORDS = 36;
/** Rules that compete for a place, and the words that one may have. */
const RULES = 10;
const RULE_WORDS = 20;
const FACT_WORDS = 24;
const MAX_NAMES = 8;

/** One paragraph of at most 60 words: the firmest rules that are short, the facts that say most, the last request. */
export function tldr(analysis: Analysis, budget: number): string {
  const selection = selectionOf(analysis, wordCount, cutToWords);
  const words = purseOf(limits.tldrWords);
  const chars = purseOf(Math.min(budget, MAX_CHARS));
  const request = takeUnits(selection, requestWithin(analysis, REQUEST_WORDS), words).filter((unit) =>
    chars.pay(codePoints(unit.text) + 2),
  );
  const fits = (unit: Unit) => hasWholeQuotes(unit.text) && wordCount(unit.text) <= words.left() && chars.pay(codePoints(unit.text) + 2);
  const rules = shortRules(analysis).flatMap((unit) => (words.left() > 6 && fits(unit) ? takeUnits(selection, [unit], words) : []));
  const short = readableUnits(analysis).filter((unit) => wordCount(unit.text) <= FACT_WORDS && hasWholeQuotes(unit.text) && isEnded(unit));
  const facts = takeFacts(selection, short, words).filter((unit) => chars.pay(codePoints(unit.text) + 2));
  const body = [...rules, ...facts].sort((a, b) => a.order - b.order);
  const names = takeIdentifiers(
    selection,
    words,
    (name) => (isTelling(name) && chars.pay(codePoints(name) + 2) ? wordCount(name) : Number.POSITIVE_INFINITY),
    MAX_NAMES,
  );
  const said = joinParagraph([...body, ...request]);
  return cutToWords(names.length > 0 ? `${said} (${names.join(', ')})` : said, limits.tldrWords).trim();
}

/** Whether a statement stands for itself: it introduces nothing and points back at nothing. */
function isEnded({ text }: Unit): boolean {
  return !/[:：]["*_]*$/.test(text) && !isDangling(text);
}

function shortRules(analysis: Analysis): Unit[] {
  const said = saidIn(analysis);
  const readable = new Set(readableUnits(analysis).map((unit) => unit.order));
  const stands = (unit: Unit) => said(unit) && readable.has(unit.order) && isEnded(unit);
  const rules = rankRules(analysis).filter((rule) => rule.strength >= 3 && stands(rule.unit) && wordCount(rule.sentence) <= RULE_WORDS);
  const best = rules.slice(0, RULES).sort((a, b) => b.strength - a.strength || wordCount(a.sentence) - wordCount(b.sentence));
  return best.map((rule) => rule.unit);
}
