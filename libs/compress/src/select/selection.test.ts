import { expect, test } from 'vitest';
import { read } from '../read.ts';
import type { Unit } from '../reading.ts';
import { Selection } from './selection.ts';

const TEXT = [
  'Ana: The van leaves for Porto on Tuesday at nine.',
  'Ben: The boxes of the second floor are packed and stand in the hall.',
  'Ana: The van is late, so we load it at noon.',
  'Ben: The landlord gets the keys of both flats.',
  'Ana: We load on Wednesday instead, the garage still has the van.',
].join('\n');
const reading = { ...(await read(TEXT)), superseded: new Map<number, number>(), goal: [], request: [] };
const [van, boxes, noon, , wednesday] = reading.units as [never, never, never, never, never];

/** A selection in which each of these units may be replaced by the one behind it. */
const selecting = (...pairs: [number, number][]): Selection =>
  new Selection({ ...reading, doubted: new Map(pairs.map(([at, by]) => [at, { by, chance: 0.3 }])) }, 5_000);

test('what may be replaced brings the later statement along', () => {
  expect(selecting([0, 4]).take(van)).toMatchObject({ main: wednesday, units: [van, wednesday] });
});

test('and what may replace that one', () => {
  expect(selecting([0, 2], [2, 4]).take(van)?.units).toEqual([van, noon, wednesday]);
});

test('it is put where the later one is shown already', () => {
  const selection = selecting([0, 4]);
  const later = selection.take(wednesday);
  const other = selection.take(boxes);
  expect(selection.take(van)?.units).toEqual([]);
  expect(later?.units).toEqual([van, wednesday]);
  expect(other?.units).toEqual([boxes]);
});

test('what surely is replaced is not shown beside it', () => {
  const selection = new Selection({ ...reading, doubted: new Map([[0, { by: 4, chance: 0.65 }]]) }, 5_000);
  selection.take(wednesday);
  expect(selection.take(van)).toBeUndefined();
});

test('what may be replaced stands right before the later one, the likelier the nearer', () => {
  const doubted = new Map([
    [0, { by: 4, chance: 0.3 }],
    [2, { by: 4, chance: 0.2 }],
  ]);
  const selection = new Selection({ ...reading, doubted }, 5_000);
  const statement = selection.take(van);
  selection.take(noon);
  expect(statement?.units).toEqual([noon, van, wednesday]);
});

test('a goal that may be replaced is put together with the later statement, unless the result has a place for goals', () => {
  const doubted = new Map([[0, { by: 4, chance: 0.3 }]]);
  const shownWith = (aims: readonly Unit[]): number => {
    const selection = new Selection({ ...reading, doubted, goal: [van] }, 5_000, aims);
    const later = selection.take(wednesday);
    selection.take(van);
    return later!.units.length;
  };
  expect([shownWith([]), shownWith([van])]).toEqual([2, 1]);
});
