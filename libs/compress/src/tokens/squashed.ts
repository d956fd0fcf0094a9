/** Letters and digits only, lower-case, with single spaces: what two texts are compared by where signs and white space do not count. */
export function squashed(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
