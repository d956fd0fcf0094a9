import { linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const TIME = String.raw`\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d?:\d\d(?::\d\d(?:\.\d+)?)?Z?\]?[ \t]+`;
/** [10:00:12] <ana> text   10:00 * ana waves   [10:00] -bot- text   10:00 -!- ben has joined   <ana> text */
const LINE = new RegExp(
  String.raw`^(${TIME})?(?:<[@+%& ]?([^<>\s]{1,30})>|\* ([^\s*]{1,30})(?= )|-([^\s-][^\s]{0,30}?)-(?= )|(\*\*\*|-!-|-->|<--|--|===)(?= ))[ \t]*`,
);
const SPOKEN = /^(?:\[?[\dT:.Z -]{4,30}\]?[ \t]+)?<[@+%& ]?[A-Za-z_[\]{}^`|][\w[\]{}^`|.-]{0,29}>[ \t]?\S/gm;
const BOT = /(?:bot|spam|-git|-ci|github|gitlab|jenkins)\b|^(?:zakim|rrsagent|trackbot|meetbot|chanserv|nickserv)$/i;

/** A log of IRC, or what a scribe's bot kept of it. */
export const irc: Format = {
  name: 'irc',
  recognises(text) {
    let count = 0;
    for (const _ of text.matchAll(SPOKEN)) if (++count >= 400) break;
    if (count < 3) return 0;
    const lines = text.split('\n').filter((line) => line.trim()).length;
    return 2 * count > Math.min(lines, 700) ? 0.9 : 4 * count > lines ? 0.6 : 0;
  },
  read(text) {
    const script = new Script(text, 'other');
    for (const { text: own, start } of linesOf(text)) {
      const found = LINE.exec(own);
      if (!found || (!found[1] && !found[2])) continue;
      const [label, time, nick, doer, bot] = found;
      const speaker = nick ?? doer ?? bot;
      const role: Role = bot !== undefined || (nick !== undefined && BOT.test(nick)) ? 'tool' : speaker === undefined ? 'system' : 'user';
      const at = time?.replace(/[[\]]/g, '').trim();
      const content = start + label.length - (doer === undefined ? 0 : doer.length);
      script.open(role, start, doer === undefined ? content : start + own.indexOf(doer), {
        ...(speaker && { speaker }),
        ...(at && { at }),
        ...(role === 'user' && { kind: 'human' as const }),
      });
    }
    return script.read();
  },
};
