import { linesOf } from '../lines.ts';
import { type About, Script } from '../script.ts';
import { isPerson, roleOfName } from '../speakers.ts';
import type { Format } from './format.ts';

const CLOCK = String.raw`\d{1,2}[:.]\d\d(?:[:.]\d\d(?:[.,]\d{1,3})?)?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?`;
const DATE = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:Today|Yesterday|[A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?)(?:,? \d{4})?)`;
/** Who says what is on the same line: "[12/01/24, 10:00:12] Ana: text", "12/01/2024, 10:00 - Ana: text", "10:00:12 From Ana to Everyone: text". */
const INLINE = new RegExp(
  String.raw`^\[?((?:${DATE},?[ T]+(?:at )?)?${CLOCK})\]?[ \t]+(?:[-–—] )?(?:From )?([\p{L}@][\p{L}\p{M}\p{N} ._'()-]{0,40}?)(?: to [\p{L} ]{1,30})?[ \t]*:[ \t]+`,
  'u',
);
/** Who says the lines below: "Ana Prado  10:00 AM", "Ana Prado — Today at 10:00", "Ana Prado 00:12:03". */
const ABOVE = new RegExp(
  String.raw`^([\p{L}@][\p{L}\p{M}\p{N} ._'()-]{0,40}?)(?: APP| BOT)?[ \t]*(?:—|–|-|\||\(|\[)?[ \t]*((?:${DATE},?[ T]*(?:at )?)?${CLOCK})[)\]]?[ \t]*$`,
  'u',
);
/** "Ana: text", where people take turns. */
const NAMED = /^(?:\*\*)?([\p{L}@][\p{L}\p{M}\p{N} .'_-]{0,30}?)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]+(?=\S)/u;

/** The same with the time first: "10:00 ana". */
const TIMED = new RegExp(String.raw`^\[?(${CLOCK})\]?[ \t]+([\p{L}@][\p{L}\p{M}\p{N} ._'-]{0,30})$`, 'u');

type Found = { line: number; speaker: string; at?: string; rest: number };

/** People who talk, with their names and often the time: exports and copies of messengers, and transcripts of calls. */
export const chat: Format = {
  name: 'chat',
  recognises(text) {
    const { found, lines, timed } = saidIn(text);
    if (found.length < 3) return 0;
    const names = new Set(found.map(({ speaker }) => speaker));
    const changes = found.filter(({ speaker }, i) => i > 0 && found[i - 1]!.speaker !== speaker).length;
    if (names.size < 2 || 3 * changes < found.length) return 0;
    if (timed) return 4 * found.length > lines || found.length > 9 ? 0.7 : 0.3;
    return names.size * 2 <= found.length && 2 * found.length > lines ? 0.55 : 0;
  },
  read(text) {
    const script = new Script(text, 'other');
    const byLine = new Map(saidIn(text).found.map((one) => [one.line, one]));
    for (const [i, line] of linesOf(text).entries()) {
      const found = byLine.get(i);
      if (!found) continue;
      const role = roleOfName(found.speaker);
      const about: About = {
        speaker: found.speaker,
        ...(found.at && { at: found.at }),
        ...(role === 'user' && { kind: 'human' as const }),
      };
      script.open(role, line.start, found.rest < 0 ? line.next : line.start + found.rest, about);
    }
    return script.read();
  },
};

/** The lines that name who speaks, in the form that most of them have. */
function saidIn(text: string): { found: Found[]; lines: number; timed: boolean } {
  const inline: Found[] = [];
  const above: Found[] = [];
  const named: Found[] = [];
  const all = linesOf(text);
  for (const [line, { text: own }] of all.entries()) {
    if (own.length === 0) continue;
    const one = INLINE.exec(own);
    if (one) inline.push({ line, speaker: one[2]!.trim(), at: one[1]!, rest: one[0].length });
    const two = own.length < 90 ? ABOVE.exec(own) : null;
    if (two && isPerson(two[1]!.trim())) above.push({ line, speaker: two[1]!.trim(), at: two[2]!, rest: -1 });
    const timed = own.length < 60 ? TIMED.exec(own) : null;
    if (timed && isPerson(timed[2]!.trim())) above.push({ line, speaker: timed[2]!.trim(), at: timed[1]!, rest: -1 });
    const three = one ? null : NAMED.exec(own);
    if (three && isPerson(three[1]!)) named.push({ line, speaker: three[1]!, rest: three[0].length });
  }
  const lines = all.filter(({ text: own }) => own.trim()).length;
  const most = inline.length >= above.length ? inline : above;
  return most.length > 2 ? { found: most, lines, timed: true } : { found: named, lines, timed: false };
}
