import type { Target } from '@rest-stop/contracts/defrag.ts';

/**
 * The targets in which every prohibition of the text has a place. In the others it has none: a prohibition is no step and no decision,
 * as the contract says of their keys.
 */
export const statesRules: ReadonlySet<Target> = new Set(['summary', 'bullets', 'tldr', 'handoff', 'constraints']);
