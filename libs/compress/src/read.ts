import { setImmediate as nextTurn } from 'node:timers/promises';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { credentialsIn, masked, valuesOf } from '@rest-stop/credentials';
import { classify, likely } from './classify/classify.ts';
import type { Label } from './classify/labels.ts';
import { turnsOf } from './read/session.ts';
import type { Unit } from './reading.ts';
import type { Known } from './resolve/known.ts';
import { type Resolved, resolve } from './resolve/resolve.ts';
import { identifiersOf } from './segment/identifiers.ts';
import { Rarity } from './tokens/stems.ts';
import { squashed } from './tokens/squashed.ts';
import { tokenise } from './tokens/tokens.ts';
import { unitsOf } from './segment/units.ts';
import { type Folded, foldedIn } from './split/fold.ts';
import { sessionUnits } from './split/units.ts';
import { weigh, type Weighed } from './weigh/weigh.ts';

/** Everything that is known of a context: made once, used to compress it and to check what others made of it. */
export type Reading = Known &
  Resolved & {
    /** Length of the context in Unicode code points. */
    characters: number;
    /** The letters and digits of a unit, by which it is compared where signs do not count. */
    keyOf: (unit: Unit) => string;
    /** Credentials found in the text, by kind; their values are in no unit. */
    credentials: readonly string[];
    /** The values of the credentials, each with its kind: what must stand in no result. */
    secrets: ReadonlyMap<string, string>;
    /** Whether an agent speaks. */
    hasAgent: boolean;
    /** Whether people talk with one another, rather than a user with an agent. */
    isThread: boolean;
    /** The number of the last turn of a user; -1 without one. */
    lastUserTurn: number;
    /** Wordings that come back. */
    folded: Folded;
    /** Whether it is a session of an agent, or as long as one. */
    isSession: boolean;
    /** How likely a successor needs each unit, and as what. */
    weighed: Weighed;
  };

/**
 * Reads a context: masks its credentials, then finds who says what, in which units, what each is and what still holds. Between these steps
 * the thread does what else waits for it: a result that is to be checked by another reading takes a tenth of the time, and somebody waits for it.
 */
export async function read(text: string): Promise<Reading> {
  const wellFormed = text.toWellFormed();
  const credentials = await credentialsIn(wellFormed);
  const clean = masked(wellFormed, credentials);
  await nextTurn();
  const { turns, isSession, isThread } = turnsOf(clean);
  await nextTurn();
  const found = isSession ? sessionUnits(turns) : unitsOf(turns);
  const units = found.length > 0 ? found : [onlyUnitOf(clean)];
  await nextTurn();
  const likelihoods = classify(units);
  await nextTurn();
  const rarity = new Rarity(units.map(({ tokens }) => tokens));
  const identifiers = units.map((unit) => identifiersOf(unit.text, unit.tokens));
  const known = { units, likelihoods, rarity, identifiers };
  const resolved = await resolve(known);
  const folded = foldedIn(units);
  const keys: string[] = [];
  return {
    ...known,
    ...resolved,
    characters: codePoints(text),
    keyOf: ({ order, text: own }) => (keys[order] ??= squashed(own)),
    credentials: credentials.map(({ kind }) => kind),
    secrets: valuesOf(wellFormed, credentials),
    isThread,
    hasAgent: turns.some(({ role }) => role === 'assistant'),
    lastUserTurn: units.findLast(({ role }) => role === 'user')?.turn ?? -1,
    folded,
    isSession,
    weighed: isSession ? weigh({ ...known, ...resolved, folded }) : [],
  };
}

/** How likely `unit` of `reading` is `label`, 0 to 1. */
export function chance({ likelihoods }: Reading, unit: Unit, label: Label): number {
  return likely(likelihoods[unit.order]!, label);
}

/** Longest beginning of a text without any sentence that is shown. */
const BEGINNING = 600;

/** A text of signs or marks alone, in which no unit was found, as one unit. */
function onlyUnitOf(text: string): Unit {
  const squashed = text.replace(/\s+/gu, ' ').trim();
  const shown = squashed.length <= BEGINNING ? squashed : `${squashed.slice(0, BEGINNING).toWellFormed()}…`;
  return {
    order: 0,
    text: shown,
    tokens: tokenise(shown),
    kind: 'prose',
    role: 'none',
    speaker: '',
    turn: 0,
    block: 0,
    section: '',
    quoted: false,
  };
}
