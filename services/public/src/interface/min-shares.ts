import type { Route } from '@rest-stop/contracts/route.ts';

type Share = { percent: number; why?: string };

const fixed = 'its fixed keys are nearly all that there is';
const result = 'the result, which is the same in both, is nearly all that there is';

/** How many bytes of a usual verbose answer are left in min, at most, by operation name. `verify/discovery` measures it. */
export const minShares: Readonly<Record<string, Share>> = {
  quickjoin: { percent: 55, why: 'its fixed keys have the key, the calls and three addresses' },
  stay: { percent: 5 },
  checkout: { percent: 88, why: fixed },
  forget: { percent: 10 },
  privacy: { percent: 40 },
  defrag: { percent: 85, why: result },
  list_seminars: { percent: 5 },
  attend_seminar: { percent: 97, why: result },
  review: { percent: 15 },
};

/** What is left of one answer, as a sentence; undefined where there is no min. */
export function minShareOf({ name }: Route): string | undefined {
  const share = minShares[name];
  return share && `At most ${share.percent} % of the bytes of verbose${share.why === undefined ? '' : `: ${share.why}`}.`;
}

/** The same of all, the shortest first. */
export function minShareList(): string {
  const all = Object.entries(minShares).toSorted(([, a], [, b]) => a.percent - b.percent);
  return all.map(([name, { percent }]) => `${name} ${percent} %`).join(', ');
}
