import { randomInt } from 'node:crypto';
import { adjectives, nouns } from './words.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const endingChars = 4;
const maxChars = 63;

/** A handle for an agent that did not choose one: adjective-noun-xxxx. */
export function randomHandle(): string {
  return `${pick(adjectives)}-${pick(nouns)}-${randomEnding()}`;
}

/** A handle like the one that was asked for, with a random ending, cut to the longest length allowed. */
export function randomVariant(handle: string): string {
  return `${handle.slice(0, maxChars - endingChars - 1)}-${randomEnding()}`;
}

function randomEnding(): string {
  return Array.from({ length: endingChars }, () => pick(alphabet)).join('');
}

function pick(choices: string | readonly string[]): string {
  return choices[randomInt(choices.length)] ?? '';
}
