import type { Unit } from './unit.ts';

const ENDED = /[.!?:;,。！？…][*_"'”»)\]]*$/u;

/** Units as text: what stood side by side stays so, anything else begins a line of its own, so that no two halves make a new quotation. */
export function joinUnits(units: readonly Unit[]): string {
  return units.map((unit, i) => (i === 0 ? '' : follows(units[i - 1]!, unit) ? ' ' : '\n') + unit.text).join('');
}

/** Units as one paragraph; a semicolon parts what does not end like a sentence. */
export function joinParagraph(units: readonly Unit[]): string {
  return units.map(({ text }, i) => (i === units.length - 1 || ENDED.test(text) ? text : `${text};`)).join(' ');
}

function follows(before: Unit, unit: Unit): boolean {
  return unit.order === before.order + 1 && unit.block === before.block && ENDED.test(before.text);
}

/** Whether every quotation that opens in `text` also closes in it. */
export function hasWholeQuotes(text: string): boolean {
  const count = (form: RegExp) => text.match(form)?.length ?? 0;
  return count(/"/g) % 2 === 0 && count(/`/g) % 2 === 0 && count(/[“„]/g) === count(/”/g) && count(/«/g) === count(/»/g);
}
