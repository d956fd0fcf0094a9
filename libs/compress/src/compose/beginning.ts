import { codePoints } from '@rest-stop/contracts/text.ts';
import { chance, type Reading } from '../read.ts';
import type { Unit } from '../reading.ts';
import type { Selection } from '../select/selection.ts';
import { joined } from './budgeted.ts';
import { holds } from '../resolve/standing.ts';

/** The first words of what somebody says, visibly cut where they are not all; for texts in which nothing could be told apart. */
export function beginning(reading: Reading, length: number): string {
  const units = reading.units.filter((unit) => holds(reading, unit));
  const said = units.toSorted((a, b) => chance(reading, a, 'noise') - chance(reading, b, 'noise'))[0] ?? reading.units[0];
  return elided(said?.text ?? '…', length);
}

/** Characters and units that are shown of a text of which nothing says anything, such as a log. */
const LEAST = 400;
const MOST = 4;

/** What is least idle of such a text and not shown yet, in its order; its beginning where all is too long. */
export function leastIdle(selection: Selection): string {
  const { reading } = selection;
  const idle = (unit: Unit): number => chance(reading, unit, 'noise');
  const units = reading.units.filter((unit) => holds(reading, unit) && !selection.has(unit)).toSorted((a, b) => idle(a) - idle(b));
  let room = Math.min(LEAST, reading.characters);
  const chosen = units.slice(0, MOST).filter(({ text }) => {
    room -= text.length + 1;
    return room >= 0;
  });
  return joined(chosen.toSorted((a, b) => a.order - b.order)) || beginning(reading, Math.min(LEAST, reading.characters));
}

/** Characters that are cut off within a word: one can still tell which it was, and it may turn the sentence round ("only after you asked"). */
const FEW = 4;

/** `text` in at most so many code points; "…" shows a cut. */
export function elided(text: string, length: number): string {
  if (codePoints(text) <= length) return text;
  let short = text.trim().split(/\s+/).join(' ');
  const isLittle = codePoints(short) - length < FEW;
  while (!isLittle && codePoints(short) >= length && short.includes(' ')) short = short.slice(0, short.lastIndexOf(' '));
  const chars = Array.from(short)
    .slice(0, Math.max(0, length - 1))
    .join('');
  return `${chars}…`;
}
