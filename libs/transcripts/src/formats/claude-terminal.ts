import { linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Format } from './format.ts';

const AGENT = /^[⏺●][ \u00a0]/;
const CALL = /^[⏺●][ \u00a0]([A-Z][\w-]*|[a-z][\w-]*(?:__\w+| - \w+)?)(?:\(| \(MCP\))/;
const USER = /^[❯>][ \u00a0]/;
const OUTPUT = /^[ \u00a0]{1,4}⎿/;
/** Signs of the program itself: how long it worked, what it is about to forget, its frame. */
const NOTICE = /^(?:[✻✶✢✳✽·∗※*][ \u00a0](?=\S)(?!\S+:$)|[ \u00a0]*[▐▝▘▛█▗▖]|[╭╰│┃─━]{1,3})/;
/** What the user types to see a status, which nobody answers. */
const SHOWN = /^[❯>][ \u00a0]\s*$/;

/** A session of Claude Code, copied from the terminal or made by `/export`. */
export const claudeTerminal: Format = {
  name: 'claude-terminal',
  recognises(text) {
    const agent = /^[⏺●][ \u00a0]\S/m.test(text);
    const output = /^[ \u00a0]{1,4}⎿/m.test(text);
    const user = /^❯[ \u00a0]/m.test(text) || (agent && /^>[ \u00a0]\S/m.test(text));
    if (agent && output) return 0.95;
    return (agent || output) && user ? 0.9 : 0;
  },
  read(text) {
    const lines = linesOf(text);
    const isArrow = lines.some((line) => /^❯[ \u00a0]/.test(line.text));
    const first = lines.findIndex((line) => AGENT.test(line.text) || USER.test(line.text) || OUTPUT.test(line.text));
    const head = lines.slice(0, Math.max(0, first)).some((line) => NOTICE.test(line.text))
      ? 'other'
      : /^\s{4}/.test(text)
        ? 'tool'
        : 'assistant';
    const script = new Script(text, head);
    for (const [i, line] of lines.entries()) {
      const { text: own, start } = line;
      if (AGENT.test(own)) {
        const call = CALL.exec(own)?.[1];
        script.open('assistant', start, start + 2, call ? { tool: call } : {});
      } else if (own.startsWith('❯') || (!isArrow && own.startsWith('>'))) {
        if (USER.test(own) && !SHOWN.test(own)) script.open('user', start, start + 2);
      } else if (OUTPUT.test(own)) script.open('tool', start, start + own.indexOf('⎿') + 1);
      else if (NOTICE.test(own)) script.turnTo('other', start);
      else if (script.role === 'tool' && /^(?: {2})?\S/.test(own) && lines[i - 1]!.text.trim() === '') script.open('assistant', start);
    }
    return script.read();
  },
};
