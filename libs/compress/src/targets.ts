import type { Target } from '@rest-stop/contracts/defrag.ts';
import type { Need } from './weigh/needs.ts';

/** One place of a result, and what belongs there. A statement goes to the first place that accepts it. */
export type Slot = {
  /** The key in the result; `text` in prose. */
  name: string;
  /** The probability of a need from which on a statement belongs there. */
  accepts: Partial<Record<Need, number>>;
  /** Characters that an entry adds around its text. */
  frame: number;
  /** The anchors that the place begins and ends with. */
  anchors?: boolean;
};

/** How a target is made: what a statement is worth to it, from which worth on it is shown, and where. */
export type Plan = {
  worth: Partial<Record<Need, number>>;
  least: number;
  /** Share of `least` from which on a neighbour of a shown statement is shown with it; above 1 none is. */
  join: number;
  slots: readonly Slot[];
  /** The place that takes the values of ledgers. */
  fills?: string;
  /** How much rare words count in a text without an agent (inverse document frequency: Spärck Jones, 1972). */
  matter?: number;
};

const WHATEVER: Slot['accepts'] = { needed: 0 };
/** What stands between two sentences of one text, as JSON: a space, `; `, or an escaped line end. */
const BETWEEN = 2;
const LINE = 3;
const ACTION = JSON.stringify({ priority: 'medium', do: '', why: '' }).length + 1;
const DECISION = JSON.stringify({ what: '', why: '', reversible: false }).length + 1;
const PROSE: Plan = {
  matter: 0.3,
  fills: 'text',
  worth: { needed: 1 },
  least: 0.08,
  join: 2,
  slots: [{ name: 'text', accepts: WHATEVER, frame: BETWEEN, anchors: true }],
};

/** The eight shapes of a result, all made by the same code. */
export const plans: Record<Target, Plan> = {
  summary: PROSE,
  bullets: { ...PROSE, slots: [{ ...PROSE.slots[0]!, frame: LINE }] },
  tldr: { worth: PROSE.worth, least: PROSE.least, join: PROSE.join, slots: PROSE.slots },
  handoff: {
    fills: 'known_state',
    worth: { needed: 1 },
    least: 0.04,
    join: 2,
    slots: [
      { name: 'do_not_repeat', accepts: { ban: 0.2, failed: 0.2 }, frame: LINE },
      { name: 'context_for_successor', accepts: { open: 0.25 }, frame: BETWEEN, anchors: true },
      { name: 'known_state', accepts: WHATEVER, frame: LINE },
    ],
  },
  state: {
    fills: 'entities',
    worth: { fact: 1, open: 1, needed: 0.3 },
    least: 0.08,
    join: 0.5,
    slots: [
      { name: 'open_questions', accepts: { open: 0.1 }, frame: LINE },
      { name: 'current_focus', accepts: {}, frame: BETWEEN, anchors: true },
      { name: 'entities', accepts: WHATEVER, frame: LINE },
    ],
  },
  next_actions: { worth: { open: 1 }, least: 0.1, join: 0.25, slots: [{ name: 'actions', accepts: { open: 0 }, frame: ACTION }] },
  constraints: {
    worth: { rule: 1, ban: 1, deadline: 1 },
    least: 0.12,
    join: 0.25,
    slots: [
      { name: 'deadlines', accepts: { deadline: 0.3 }, frame: LINE },
      { name: 'hard', accepts: WHATEVER, frame: LINE },
    ],
  },
  decision_log: {
    worth: { decision: 1 },
    least: 0.1,
    join: 0.25,
    slots: [{ name: 'decisions', accepts: { decision: 0 }, frame: DECISION }],
  },
};
