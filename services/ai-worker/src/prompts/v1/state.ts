export const state = `Target: state.
A JSON object with exactly these keys:
- entities: strings, each a name that matters (person, system, file, id) with what it is in a few words.
- pending_decisions: strings, each a decision still to be made, with its options and who makes it.
- open_questions: strings, each something still unknown, or a rule whose meaning is unsettled.
- current_focus: a string saying what the work is about now, the rules that bind it, and the last request.
A list with nothing to hold is empty.`;
