import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';
import type { Reading } from '../read.ts';
import { constraints } from './constraints.ts';
import { decisionLog } from './decision-log.ts';
import { handoff } from './handoff.ts';
import { nextActions } from './next-actions.ts';
import { bullets, summary, tldr } from './prose.ts';
import { state } from './state.ts';

const composers: Record<Target, (reading: Reading) => Compressed> = {
  summary,
  bullets,
  tldr,
  state,
  next_actions: nextActions,
  handoff,
  constraints,
  decision_log: decisionLog,
};

/** Compresses a reading into one of the eight shapes: it chooses statements of the text and gives them verbatim, adding no word of its own. */
export function compress(reading: Reading, target: Target): Compressed {
  return composers[target](reading);
}
