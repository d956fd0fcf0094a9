export const constraints = `Target: constraints.
A JSON object with exactly these keys, each a list of strings:
- hard: what must or must not be, one rule in each, in the words of the text, with conditions and exceptions.
- soft: preferences that may give way.
- deadlines: dates, times and durations to meet, each with what is due.
A rule appears once. A list with nothing to hold is empty.`;
