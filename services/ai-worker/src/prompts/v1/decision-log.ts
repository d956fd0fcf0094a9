export const decisionLog = `Target: decision_log.
A JSON object with exactly the key decisions: a list, oldest first, of objects with exactly these keys:
- what: a string, the decision made, in force now. A prohibition that was laid down counts as a decision.
- why: a string, the reason given in the text; an empty string where the text gives none. A reason is never made up.
- reversible: true when it can be undone at little cost, else false.
A decision that was replaced is left out, unless the text forbids going back to it.`;
