import { isSentence } from './language.ts';
import { LABELS, roleOfWord } from './roles.ts';
import type { Role } from './unit.ts';

/**
 * Turns that are marked by names of the text's own: "14:02:10 PIL  text", "14.05.25, 08:02 - Ana: text", "ana> text", "PLANNER → all".
 * Nothing is known of such a form beforehand; a name counts as a speaker because it opens line after line.
 */

const CLOCK = String.raw`\d{1,2}[:.h]\d\d(?:[:.]\d\d(?:[.,]\d{1,6})?)?(?:\s?[apAP]\.?[mM]\b\.?)?(?:Z|\s?(?:UTC|GMT|CES?T|[A-Z]ST|[+-]\d\d:?\d\d)\b)?`;
const MONTH = String.raw`(?:[Jj]an|[Ff][eé]b|[Mm][aä]r|[Aa][pv]r|[Mm]a[iy]|[Jj]u[ni]|[Jj]u[il]|[Aa][uo][gû]|[Ss]ep|[Oo][ck]t|[Nn]ov|[Dd][eé][cz])\p{L}{0,7}\.?`;
const WEEKDAYS = [
  'Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?',
  'Mo(?:ntag)?|Di(?:ens(?:tag)?)?|Mi(?:tt(?:woch)?)?|Do(?:nn(?:erstag)?)?|Fr(?:ei(?:tag)?)?|Sa(?:ms(?:tag)?)?|So(?:nn(?:tag)?)?',
  'Lu(?:n(?:di|es)?)?|Ma(?:r(?:di|tes)?)?|Me(?:r(?:credi)?)?|Je(?:u(?:di)?)?|Ve(?:n(?:dredi)?)?|Sam(?:edi)?|Dim(?:anche)?',
  'Mié(?:rcoles)?|Jue(?:ves)?|Vie(?:rnes)?|Sáb(?:ado)?|Dom(?:ingo)?',
].join('|');
const WEEKDAY = String.raw`(?:(?:${WEEKDAYS}|${WEEKDAYS.toLowerCase()})\.?,?\s)`;
/** A day where a name would stand: "Mon", "Mon 16 Nov". */
const DAY = new RegExp(String.raw`^(?!sam\s$)${WEEKDAY}(?:$|\d)`, 'iu');
/** Where a name would stand, words that go on: "Export of". */
const GOES_ON = /\s(?:of|on|at|from|by|since|until|to|in|for|the|and|or)$/i;
const DATE = String.raw`${WEEKDAY}?(?:(?:[Tt]oday|[Yy]esterday)(?:\sat)?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]?(?:\d{2,4})?|\d{1,2}\.?\s${MONTH}(?:\s\d{4})?|${MONTH}\s\d{1,2}(?:,?\s\d{4})?)`;
const STAMP = String.raw`[[(]?(?:T?[+-])?(?:${DATE}(?:,?\s|T|,)?(?:${CLOCK})?|${WEEKDAY}?${CLOCK})[\])]?`;
const NAME = String.raw`\p{L}[\p{L}\p{N}_.'’-]{0,24}(?:\s[\p{L}\p{N}][\p{L}\p{N}_'’-]{0,20}){0,2}`;
const CODE_NAME = String.raw`\p{Lu}[\p{Lu}\p{N}_-]{1,14}`;
const ROLE_NOTE = String.raw`(?:\s?\([^()]{1,40}\))?`;
const ADDRESSED = String.raw`(?:\s?(?:→|->|=>|»)\s?[\p{L}\p{N}_ .,@&-]{1,40}?)`;
const MARKS = String.raw`[\s>*_~=-]{0,6}`;
const NUMBER = String.raw`(?:\[\d{1,4}\]\s|#\d{1,4}\s|\d{1,4}[.)]\s)?`;
const BESIDE = String.raw`\s{0,4}[-–—|,:·•]?\s{0,4}`;

const FORMS: readonly RegExp[] = [
  // 14.05.25, 08:02 - *Ana: text    [09:12] Ana | text    09:05:11 PIL  text
  String.raw`^${MARKS}${STAMP}${BESIDE}[*_@<~[]{0,3}(${NAME}|${CODE_NAME})[*_>\]]{0,3}${ROLE_NOTE}${ADDRESSED}?(?:\s?[*_]{0,2}[:：>|»▸▶›][*_]{0,2}\s+|\s+[-–—|]\s+|\s{2,}|\t)(?=\S)`,
  String.raw`^${MARKS}${STAMP}\s{0,4}[-–—|,]?\s{0,4}[<[]?(${CODE_NAME})[>\]]?\s+(?=\S)`,
  // Ana, Tue 8 Oct 09:14: text   ana (lead) [09:14] text   === ana, 09:14 ===
  String.raw`^${MARKS}[*_@<~[]{0,3}(${NAME})[*_>\]]{0,3}${ROLE_NOTE}(?:,|\s?[—–-])?\s+${STAMP}\s?[*_]{0,2}[:：>|)–—-]{0,2}[*_]{0,2}(?:\s*[=~_*-]{2,8}\s*$|\s+(?=\S)|\s*$)`,
  // **14:02 ana** text
  String.raw`^\*\*${STAMP}${BESIDE}(${NAME})${ROLE_NOTE}\*\*[:：]?\s+(?=\S)`,
  // 14:02 **ana** text
  String.raw`^${STAMP}\s{1,2}\*\*(${NAME})${ROLE_NOTE}\*\*${ROLE_NOTE}[:：]?\s+(?=\S)`,
  // ### Ana Prado — 17 Nov, 09:20
  String.raw`^#{2,6}\s+[*_@]{0,3}(${NAME})[*_]{0,3}${ROLE_NOTE}(?:,|\s?[—–|·-])?\s+[(]?${STAMP}[)]?\s*$`,
  // === 08:12 === Ana (lead):
  String.raw`^[=~_*-]{2,6}\s?${STAMP}\s?[=~_*-]{2,6}\s(${NAME})${ROLE_NOTE}\s*[:：]\s*`,
  // [14:02] Ana Prado   === Mon 3 Nov 11:15 — Ana → agent   [3] 2026-11-16 09:20  Ana   (alone on its line)
  String.raw`^${MARKS}${NUMBER}${STAMP}${BESIDE}[*_@]{0,3}(${NAME})[*_]{0,3}${ROLE_NOTE}${ADDRESSED}?\s*[:：=-]*\s*$`,
  // Comment 22 · Ana Prado · 13:31   #4 | Ana | 14 May 13:31
  String.raw`^${MARKS}(?:(?:[Cc]omment|[Nn]ote|[Rr]eply|[Mm]essage|[Pp]ost|[Uu]pdate)\s?)?(?:#?\d{1,4}\s?)?[·•|–—-]\s(${NAME})[*_]{0,3}${ROLE_NOTE}\s[·•|–—-]\s${STAMP}\s*$`,
  // [message 4 — Ana]   [msg 12 | ana]
  String.raw`^\[(?:(?:[Mm]essage|[Mm]sg|[Tt]urn|[Ee]ntry|[Nn]ote|[Pp]ost)\s?)#?\d{1,4}\s?[|·—–:-]\s?(${NAME})${ROLE_NOTE}\]\s*$`,
  // [chat, 13:42, Ana Prado]
  String.raw`^\[(?:chat|call|phone|slack|teams|sms|e?mail|message|note)[,:]?\s${STAMP},?\s(${NAME})${ROLE_NOTE}\]\s*$`,
  // [ro] text
  String.raw`^\[(?![xX]\])((?:(?:de|van|von|der|den|da|di|el)\s\p{Lu}[\p{L}-]{1,20})|[a-z][a-z0-9_-]{0,14})\]\s+(?=\S)`,
  // <turn who="Ana" at="Thu 09:12">text
  String.raw`^\s*<(?:turn|message|msg|entry|post|note|say)\s[^<>]{0,60}?\b(?:who|by|name)=["'](${NAME})["'][^<>]{0,60}>\s*`,
  // <v Ana> text
  String.raw`^<v(?:\.\w+)?\s+(${NAME})>\s*(?=\S)`,
  // PLANNER → all   (alone on its line, or with text after a colon)
  String.raw`^${MARKS}[*_@<~[]{0,3}(${NAME})[*_>\]]{0,3}${ROLE_NOTE}${ADDRESSED}(?:\s*[:：]\s+(?=\S)|\s*[:：]?\s*$)`,
  // ### Ana
  String.raw`^#{1,6}\s+[*_@]{0,3}(${NAME})[*_]{0,3}${ROLE_NOTE}\s*$`,
  // ana> text   recon agent: text
  String.raw`^(?:(?:#|//|--|;|%)\s{1,2})?[*_@<~[]{0,3}(${NAME})[*_>\]]{0,3}${ROLE_NOTE}\s?(?:[>»▸▶]\s+|[:：]\s+)(?=\S)`,
].map((form) => new RegExp(form, 'u'));
/** [08:40] web.get https://…: what was called, where a name would stand */
const CALL = new RegExp(String.raw`^${STAMP}\s+(?=[a-z][a-z0-9_]{1,20}(?:\.[a-z][a-z0-9_]{1,20}){1,3}(?:\s|$))`, 'u');
const PLAIN = FORMS.length - 1;
const HEADING = PLAIN - 1;

/** Fewest lines a name must open: without a time before it, in a text where nobody else speaks, or beside others; and such names together. */
const LEAST = { plain: 2, alone: 4, among: 2, together: 5 };
/** Share of lines that open a turn from which a text is a conversation throughout. */
const DENSE = 0.25;
/** Longest beginning of a line that is looked at. */
const HEAD = 170;

type Opening = { name: string; length: number; form: number };
type Line = Opening & { rest: string };

/** Who speaks in a text, and which of its lines open a turn. */
export type Cast = {
  turnAt(line: string): { role: Role; rest: string } | undefined;
  /** Whether a turn goes on over empty lines until the next one opens. */
  lasting: boolean;
};

/** Learns from `lines` which names open turns, and guesses from the text who of them is an agent and who a machine. */
export function castOf(lines: readonly string[]): Cast {
  const opened = lines.flatMap((line) => {
    const opening = openingOf(line);
    return opening ? [{ ...opening, rest: line.slice(opening.length) }] : [];
  });
  const speakers = speakersIn(opened);
  const roles = rolesOf(speakers, lines.slice(0, 60).join('\n').slice(0, 6_000));
  const turns = speakers.reduce((sum, { lines: said }) => sum + said.length, 0);
  const people = [...roles.values()].filter((role) => role === 'user').length;
  return {
    lasting:
      speakers.some(({ lines: said }) => said.some(({ rest }) => rest === '')) ||
      turns >= DENSE * lines.filter((line) => line.trim()).length,
    turnAt(line) {
      const call = speakers.length > 0 ? CALL.exec(line.slice(0, HEAD)) : null;
      if (call) return { role: 'tool', rest: line.slice(call[0].length) };
      const opening = openingOf(line);
      const role = opening && roles.get(keyOf(opening.name));
      if (!opening || !role) return undefined;
      const rest = line.slice(opening.length);
      return { role, rest: role === 'user' && people > 1 && rest ? `${opening.name}: ${rest}` : rest };
    },
  };
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function openingOf(line: string): Opening | undefined {
  const head = line.slice(0, HEAD);
  if (!/^[\s>*_~=@<[(#/;%-]{0,8}[\p{L}\d]/u.test(head)) return undefined;
  for (const [form, pattern] of FORMS.entries()) {
    const found = pattern.exec(head);
    if (!found) continue;
    const name = found[1]!.trim();
    if (DAY.test(`${name} `) || GOES_ON.test(name)) continue;
    if (LABELS.has(keyOf(name).split(' ')[0]!) || /^(?:\d|https?$)/.test(name)) return undefined;
    return { name, length: found[0].length, form };
  }
  return undefined;
}

type Speaker = { name: string; lines: readonly Line[] };

function speakersIn(opened: readonly Line[]): Speaker[] {
  const groups = [...Map.groupBy(opened, ({ name }) => keyOf(name)).values()];
  const found = groups.filter(isRepeated).map(asSpeaker);
  if (found.length === 0) return [];
  const turns = found.reduce((sum, { lines }) => sum + lines.length, 0);
  if (found.every(({ lines }) => lines[0]!.form === PLAIN) && turns < LEAST.together) return [];
  if (found.length === 1) return found[0]!.lines.length >= LEAST.alone && found[0]!.lines[0]!.form !== PLAIN ? found : [];
  const forms = new Set(found.flatMap(({ lines }) => lines.map(({ form }) => form)).filter((form) => form < HEADING));
  const once = groups.filter((lines) => !isRepeated(lines) && lines.some(({ form }) => forms.has(form))).map(asSpeaker);
  return [...found, ...once];
}

function asSpeaker(lines: readonly Line[]): Speaker {
  return { name: lines[0]!.name, lines };
}

function isRepeated(lines: readonly Line[]): boolean {
  const plain = lines.every(({ form }) => form === PLAIN);
  if (lines.every(({ form }) => form === HEADING)) return lines.length >= LEAST.plain;
  if (!plain) return lines.length >= LEAST.among;
  return lines.length >= LEAST.plain && lines.filter(({ rest }) => isSentence(rest)).length >= lines.length / 2;
}

/** Names of what writes lines by itself. */
const MACHINE = /^(?:sys|syslog|log|tlm|telemetry|sensor\w*|monitor\w*|alert\w*|cron|kernel|daemon|watchdog|timer|gps|imu|plc)$/i;
const AGENT = /(?:bot|agent|assistant|copilot)$|^(?:ai|gpt|claude|me|self)$/i;

function rolesOf(speakers: readonly Speaker[], opening: string): Map<string, Role> {
  const mixed = speakers.some(({ name }) => /\p{Ll}/u.test(name));
  const named = speakers.some(({ name }) => roleOfWord(name) === 'assistant');
  return new Map(
    speakers.map(({ name, lines }) => {
      const talks = lines.filter(({ rest }) => rest === '' || isSentence(rest)).length >= lines.length / 4;
      if (!talks || MACHINE.test(name)) return [keyOf(name), 'tool'];
      return [keyOf(name), roleOfWord(name) ?? declared(name, opening, named) ?? (mixed && isCodeName(name) ? 'none' : 'user')];
    }),
  );
}

function isCodeName(name: string): boolean {
  return /^[\p{Lu}\p{N}_-]{3,}$/u.test(name);
}

/** What the beginning of a text says of a name: "human: Ana", "assistant \"Lipka\"", "agent (opsbot)". `named`: somebody speaks as the agent. */
function declared(name: string, opening: string, named: boolean): Role | undefined {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const said = (roles: string) =>
    new RegExp(
      String.raw`\b(?:${roles})\b[^\S\n]*[:=,(]?[^\S\n]*["“'*_]{0,2}${word}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])${word}\]?\s*=\s*(?:the\s+)?(?:${roles})\b|(?<![\p{L}\p{N}])${word}["”'*_]{0,2}\s*\(\s*(?:the\s+)?(?:\p{L}+\s+)?(?:${roles})\b`,
      'iu',
    ).test(opening);
  if (said('human|user|operator|owner|customer')) return 'user';
  if (new RegExp(String.raw`\b(?:[Yy]ou\s+are|written\s+by)\s+["“'*_]{0,2}${word}(?![\p{L}\p{N}])`, 'u').test(opening)) return 'assistant';
  return (!named && said('agent|assistant|bot|ai|autonomy|copilot')) || AGENT.test(name) ? 'assistant' : undefined;
}
