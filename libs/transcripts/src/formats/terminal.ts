import { linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Transcript } from '../turn.ts';
import type { Format } from './format.ts';

/** ana@host:~/src$ ls   PS C:\work> dir   [ana@host src]# ls   C:\work>dir   $ ls */
const PROMPT =
  /^(?:\([\w.-]+\) )?(?:[\w.-]{1,30}@[\w.-]{1,60}(?:[:\s][^\n$#%>]{0,120})?[$#%>]|\[[\w.-]+@[\w.-]+ [^\]\n]{1,60}\][$#]|PS [A-Z]:\\[^>\n]{0,120}>|[A-Z]:\\[^>\n]{0,120}>)(?:[ \t]|$)/;
const BARE = /^\$ \S/;
const MARKDOWN = /^(?:#{1,6} \S|\s*```|\d{4}-\d\d-\d\d [A-Z])/;

/** What somebody typed into a shell and what it printed, with or without notes around it. */
export const terminal: Format = {
  name: 'terminal',
  recognises(text) {
    let prompts = 0;
    let bare = 0;
    for (const line of text.split('\n')) {
      if (PROMPT.test(line)) prompts++;
      else if (BARE.test(line)) bare++;
    }
    if (PROMPT.test(text.trimStart()) && prompts > 1) return 0.8;
    if (prompts > 1) return 2 * printed(text) > text.length ? 0.45 : 0;
    return bare > 2 && BARE.test(text.trimStart()) ? 0.6 : 0;
  },
  read,
};

/** How much of a text is what a shell printed. */
function printed(text: string): number {
  return read(text).turns.reduce((sum, { role, start, end }) => sum + (role === 'tool' ? end - start : 0), 0);
}

function read(text: string): Transcript {
  const lines = linesOf(text);
  const isBare = !lines.some((line) => PROMPT.test(line.text));
  const hasFences = lines.some((line) => /^\s*```/.test(line.text));
  const first = lines.findIndex((line) => (isBare ? BARE : PROMPT).test(line.text));
  const isTold = lines.slice(0, first).some((line) => MARKDOWN.test(line.text));
  const script = new Script(text, isTold ? 'user' : 'tool');
  let isInside = false;
  for (const { text: own, start, next } of lines) {
    if (/^\s*```/.test(own)) {
      isInside = !isInside;
      if (!isInside || hasFences) script.turnTo('user', isInside ? start : start);
    } else if ((isBare ? BARE : PROMPT).test(own)) {
      script.open('user', start);
      script.open('tool', next, next);
    }
  }
  return script.read();
}
