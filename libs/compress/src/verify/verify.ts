import type { Compressed, Fidelity } from '@rest-stop/contracts/defrag.ts';
import type { Reading } from '../read.ts';
import { Check } from './check.ts';
import { statementsOf } from './statements.ts';
import { Wanted } from './wanted.ts';

/** What a result kept of a reading, and the prohibitions of the reading that it no longer states. */
export type Verified = { fidelity: Fidelity; lostProhibitions: string[] };

/**
 * What a result kept of a reading, class by class: what was found in the text, how much of it the result still says, and examples of what
 * is lost; and the details of the result that do not stand in the text. Made without any model of language: a unit is kept when most of
 * its words, weighted by how rare they are in the text, stand together in the result, a prohibition only with its negation.
 */
export function verify(reading: Reading, result: Compressed): Fidelity {
  return new Verifier(reading).of(result).fidelity;
}

/** The prohibitions of a reading that a result no longer states. */
export function lostProhibitions(reading: Reading, result: Compressed): string[] {
  return new Verifier(reading).of(result).lostProhibitions;
}

/** Verifies results by one reading. What is asked of them is worked out with the first one and kept for those that follow. */
export class Verifier {
  readonly #wanted: Wanted;

  constructor(reading: Reading) {
    this.#wanted = new Wanted(reading);
  }

  of(result: Compressed): Verified {
    const { goal, request, rules, decisions, failures, deadlines, bans } = this.#wanted;
    const check = new Check(this.#wanted, statementsOf(result));
    return {
      fidelity: {
        goal: check.whole(goal),
        last_request: check.whole(request),
        rules: check.units(rules),
        decisions: check.units(decisions),
        failed_attempts: check.units(failures),
        deadlines: check.units(deadlines),
        identifiers: check.identifiers(),
        invented: check.invented(),
      },
      lostProhibitions: bans.filter((unit) => !check.says(unit)).map(({ text }) => text),
    };
  }
}
