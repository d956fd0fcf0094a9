export const nextActions = `Target: next_actions.
A JSON object with exactly the key actions: a list, most urgent first, of objects with exactly these keys:
- priority: "high", "medium" or "low".
- do: a string, one thing to do that can be done and checked, within the rules that bind it.
- why: a string, the reason in the text, with the constraints and dates the action must respect.
Only actions that are still open. A prohibition becomes an action that begins with "Do not".`;
