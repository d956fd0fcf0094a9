// Takes in the turns of a session, and gives its units: statements, what tools report, and the values of ledgers.
import type { Turn, Unit } from '../reading.ts';
import { unitsOf } from '../segment/units.ts';
import { eventsOf } from './events.ts';
import { recordsOf } from './records.ts';

export function sessionUnits(turns: readonly Turn[]): Unit[] {
  const told = turns.map((turn) => (turn.role === 'tool' ? { ...turn, text: eventsOf(turn).join('\n\n') } : turn));
  const units = unitsOf(told).flatMap((unit): Unit[] => {
    const records = recordsOf(unit);
    return records.length === 1 ? [unit] : records.map((record) => ({ ...unit, ...record, kind: 'table', record: true }));
  });
  return units.map((unit, order) => ({ ...unit, order }));
}
