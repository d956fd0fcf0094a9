import type { Agent, History, Op } from '../history.ts';
import { internalErrors, wrongKeys } from './keys.ts';
import { falseRefusals, overAdmissions } from './limit.ts';
import { lostRecords } from './records.ts';
import type { Violation } from './violation.ts';

/** Every promise that the agents themselves can see broken. */
export function judge({ ops }: History, { limit, windowMs }: { limit: number; windowMs: number }): Violation[] {
  const agents = [...Map.groupBy(ops, ({ agent }) => agent).values()];
  return [
    ...agents.flatMap((own) => [
      ...overAdmissions(own, limit, windowMs),
      ...falseRefusals(own, limit, windowMs),
      ...lostRecords(own),
      ...wrongKeys(own),
    ]),
    ...internalErrors(ops),
  ];
}

/** Who was told that it is forgotten, or asked for it and has a dead key: half a forget would be neither. */
export function forgottenIn({ ops }: History): Agent[] {
  const agents = [...Map.groupBy(ops, ({ agent }) => agent)];
  const isGone = (own: readonly Op[]) =>
    own.some(({ action, outcome }) => action === 'forget' && outcome === 'ok') || own.at(-1)?.status === 401;
  return agents.filter(([, own]) => isGone(own)).map(([agent]) => agent);
}

/** Who has something to lose: not those that did nothing but ask. */
export function writersIn({ ops }: History): Agent[] {
  return [...new Set(ops.filter(({ action }) => action !== 'memories').map(({ agent }) => agent))];
}
