/** The chats of .aider.chat.history.md: aider adds each to the end of the file. */
const start = /^# aider chat started at \d/m;

export function isAider(text: string): boolean {
  return start.test(text);
}

/** The last chat in a history of aider in which somebody says something. Any other text stays as it is. */
export function lastChat(text: string): string {
  if (!isAider(text)) return text;
  return text.split(/^(?=# aider chat started at \d)/m).findLast((chat) => /^#### /m.test(chat)) ?? '';
}

/** What the user typed and what came back, one after the other, as they stand in the file. */
export function aiderTurns(text: string): string[] {
  // What is typed ends in two spaces; a heading in an answer does not.
  const typed = /^####.* {2}\r?$/m.test(text) ? /^####(?: .*)? {2}\r?$/ : /^####(?: |$)/;
  const turns: string[][] = [];
  let wasTyped: boolean | undefined;
  for (const line of text.split('\n')) {
    const isTyped = typed.test(line);
    if (isTyped === wasTyped) turns.at(-1)?.push(line);
    else turns.push([line]);
    wasTyped = isTyped;
  }
  return turns.map((lines) => lines.join('\n').replace(/^[\r\n]+|[\r\n]+$/g, '')).filter((turn) => turn.trim());
}
