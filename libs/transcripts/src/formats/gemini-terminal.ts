import { linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Format } from './format.ts';

const USER = /^ ?>[ \u00a0]+(?!Type your message)\S/;
const NOTICE = /^ ?(?:[ℹ✕⚠]|[▀▄]{4,}|\? for shortcuts|Tips for getting started)/u;

/** A session of Gemini CLI, or of Qwen Code, copied from the terminal: what tools print stands in boxes. */
export const geminiTerminal: Format = {
  name: 'gemini-terminal',
  recognises: (text) => (/^ ?✦ \S/m.test(text) ? (/^ ?> +\S/m.test(text) || /^ ?│ +[✓✔x?⊷] /m.test(text) ? 0.93 : 0.5) : 0),
  read(text) {
    const lines = linesOf(text);
    const first = lines.find(({ text: own }) => own.trim() !== '')?.text.trim() ?? '';
    const script = new Script(text, first.startsWith('│') ? 'tool' : /[█░▄▀╭]/.test(first) ? 'other' : 'assistant');
    let isBoxed = false;
    for (const { text: own, start, next } of lines) {
      const sign = own.trimStart()[0];
      if (sign === '╭') {
        isBoxed = true;
        script.open('tool', start);
      } else if (sign === '╰') {
        isBoxed = false;
        script.open('assistant', next);
      } else if (isBoxed || sign === '│') continue;
      else if (sign === '✦') script.open('assistant', start, start + own.indexOf('✦') + 1);
      else if (USER.test(own)) script.open('user', start, start + own.indexOf('>') + 1);
      else if (/^ ?[✓✔] {2}\S/.test(own)) script.open('tool', start);
      else if (NOTICE.test(own)) script.turnTo('other', start);
    }
    return script.read();
  },
};
