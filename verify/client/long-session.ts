const rules = {
  first: 'Do not touch services/checkout, Tomoko is in the middle of a migration there.',
  middle: 'Never push to the branch release/7 without asking Tomoko.',
  last: 'You must not run the script between 18:00 and 22:00 CEST.',
};
/** The rules that somebody states in a long session. */
export const rulesSaid = Object.values(rules);

/** A session file of Claude Code of at least `size` characters: much noise of tools, a rule at its begin, in its middle and at its end. */
export function longSession(size: number): string {
  const lines: string[] = [];
  let length = 0;
  const add = (type: 'user' | 'assistant', content: unknown) => {
    const line = JSON.stringify({ type, sessionId: 's', uuid: String(lines.length), message: { role: type, content } });
    lines.push(line);
    length += line.length + 1;
  };
  add('user', `Find out why uploads come out rotated. ${rules.first}`);
  for (let n = 1, isMiddleSaid = false; length < size; n++) {
    add('assistant', [{ type: 'text', text: `I look at batch ${n} of the uploads.` }]);
    add('assistant', [
      { type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: `kubectl logs deploy/gallery --tail 40 | grep part-${n}` } },
    ]);
    add('user', [{ type: 'tool_result', tool_use_id: `t${n}`, content: logOf(n) }]);
    if (!isMiddleSaid && length > size / 2) {
      isMiddleSaid = true;
      add('user', rules.middle);
    }
  }
  add('user', `${rules.last} Next, compare the checksums and tell me which objects differ.`);
  return `${lines.join('\n')}\n`;
}

function logOf(n: number): string {
  return Array.from(
    { length: 40 },
    (_, i) => `2026-05-12T09:14:00Z INFO upload-worker-${i % 4} part ${n}.${i} stored, ${200 + ((n * 7 + i * 13) % 90)} ms`,
  ).join('\n');
}
