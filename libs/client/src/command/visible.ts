import { hiddenPattern } from '../interface.ts';

const hidden = new RegExp(hiddenPattern, 'gu');

/** `text` without the characters that act on a terminal and are not seen. */
export function visible(text: string): string {
  return text.replace(hidden, '$<kept>');
}

/** `value` as JSON in which the same characters are escaped, so that it means the same to a program. */
export function jsonOf(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(hidden, (found: string, kept: string | undefined) => kept ?? escaped(found));
}

function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
