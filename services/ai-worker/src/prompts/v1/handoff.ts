export const handoff = `Target: handoff.
A JSON object with exactly these keys:
- context_for_successor: a string with what somebody who takes over must know: the goal, the approach, the people, the last request.
- do_not_repeat: strings, each something that was tried and failed, with why, or something that is forbidden.
- known_state: strings, each a fact that holds now, or a constraint to respect.
A list with nothing to hold is empty.`;
