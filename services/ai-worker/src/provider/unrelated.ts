import type { Fidelity } from '@rest-stop/contracts/defrag.ts';

/** A text with so many identifiers is not expected to lose all of them in a result that has to do with it. */
const manyIdentifiers = 5;
/** So many words in a row do not stand in two texts by chance. */
const run = 4;

/**
 * Whether nothing in `answer` shows that it was made from `content`: it keeps no identifier and no statement, and has no words in common.
 * A text with few identifiers and `prohibitions` proves nothing, as a paraphrase may have other words.
 */
export function isUnrelated(answer: string, content: string, fidelity: Fidelity, prohibitions: number): boolean {
  if (Object.values(fidelity).some((one) => typeof one === 'object' && one.kept > 0)) return false;
  const isRich = fidelity.identifiers.found >= manyIdentifiers;
  if (!isRich && prohibitions === 0) return false;
  const said = wordsOf(answer);
  const known = ` ${wordsOf(content).join(' ')} `;
  // One word in common is enough where there are few identifiers to keep.
  const least = isRich ? run : 1;
  return !said.some((_word, i) => {
    const own = said.slice(i, i + least);
    return own.length === least && own.some(isTelling) && known.includes(` ${own.join(' ')} `);
  });
}

/** Fewest words of a syllabus that stand in a lecture on it. */
const syllabusShare = 0.15;

/** Whether a lecture has hardly a word of its syllabus. */
export function isOffSubject(lecture: string, syllabus: string): boolean {
  const said = new Set(wordsOf(lecture));
  const taught = [...new Set(wordsOf(syllabus).filter(isTelling))];
  return taught.filter((word) => said.has(word)).length < taught.length * syllabusShare;
}

/** Lower-case words; in scripts without spaces each character counts as one. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether a word says more than "the" and "and" do. */
function isTelling(word: string): boolean {
  return word.length > 3 || /[\p{N}\p{Script=Han}\p{Script=Katakana}]/u.test(word);
}
