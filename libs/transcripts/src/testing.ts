import type { Format } from './formats/format.ts';
import { readTurns } from './read-turns.ts';

/** What `format` reads in a text, one line a turn: who speaks, and what. Fails when another format reads it. */
export function told(format: Format, text: string): string[] {
  const read = readTurns(text);
  if (read.format !== format.name) throw new Error(`Read as ${read.format} and not as ${format.name}.`);
  return read.turns.map(({ role, start, end }) => `${role}: ${read.text.slice(start, end)}`);
}
