/** Whether a line reads as a sentence: mostly plain words, no code punctuation. */
export function isSentence(line: string): boolean {
  if (/[;{}=]\s*$|^\s*[$<]|=>|==|&&|\|\||::/.test(line)) return false;
  const plain = line.match(/(?:^|\s)["'(]?\p{L}[\p{L}'’-]*[.,:;!?)]?(?=\s|$)/gu)?.length ?? 0;
  return plain >= 4 && plain / line.trim().split(/\s+/).length >= 0.6;
}
