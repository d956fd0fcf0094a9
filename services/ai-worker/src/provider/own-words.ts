/** A sentence of fewer words may stand in any text by chance. */
const fewestWords = 4;

/** Where a prompt's sentences end: at their signs, at an empty line, and before the next item of a list. */
const sentenceEnd = /(?<=[.!?:])\s+|\n\s*\n|\n(?=\s*(?:-|\d+\.)\s)/;

/**
 * Whether `answer` says a sentence of our own instructions to the model that `content` does not say itself. Case, white space and
 * punctuation are not compared: models change them when they repeat something.
 */
export function saysOwnWords(answer: string, instructions: readonly string[], content: string): boolean {
  const said = plain(answer);
  const repeated = instructions.flatMap(sentencesOf).filter((sentence) => said.includes(sentence));
  if (repeated.length === 0) return false;
  const known = plain(content);
  return repeated.some((sentence) => !known.includes(sentence));
}

/** Instructions are few and the same for every job: each is taken apart once. */
const taken = new Map<string, readonly string[]>();

function sentencesOf(instruction: string): readonly string[] {
  let sentences = taken.get(instruction);
  if (!sentences) {
    sentences = instruction
      .split(sentenceEnd)
      .map(plain)
      .filter((sentence) => sentence.split(' ').length - 2 >= fewestWords);
    taken.set(instruction, sentences);
  }
  return sentences;
}

/** The words of `text` alone, a space before and behind each. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
