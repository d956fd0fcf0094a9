import { LABELS, roleOfWord } from './roles.ts';
import type { Role } from './unit.ts';

const STAMP = String.raw`(?:[[(]?\d[\d:.\-/ TZ+]{3,28}[\])]?\s*[-–—|]?\s*)?`;
/** What a logger puts before a line: time, level, its own name. */
const LOGGED = String.raw`(?:[[(]?\d[\d:.,\-/ TZ+]{3,28}[\])]?\s*(?:[[(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR)[\])]?\s+)?(?:\[[\w.:/ -]{1,40}\]\s*|[\w.]{1,40}\s[-–]\s)?[-–—|]?\s*)?`;
const FORMS = [
  // [user] …   <assistant> …   [tool:shell] …   <|im_start|>user
  /^\s*(?:<\|im_start\|>\s*(\w{2,12})|[*_]{0,3}[[<]\|?([a-z_]{2,12})(?:[ :/.=,·|—–-]{1,3}[^\]>]{0,100})?\|?[\]>][*_]{0,3})\s*:?\s*/i,
  // User: …   **Agent:** …   12:04 user (Ana): …
  new RegExp(
    String.raw`^[\s>*_#-]{0,8}(?:\(\d{1,4}\)\s)?${LOGGED}[*_]{0,3}([\p{L}_]{2,12})[*_]{0,3}(?:\s?\([^()]{0,60}\)|,?\s\d{1,2}[:.]\d\d)?(?:\s?(?:→|->)\s?[\w ]{1,20})?\s?[*_]{0,3}[:：>›»▸▶►]{1,2}[*_]{0,3}(?:\s+|$)`,
    'iu',
  ),
  // ### User   ## Turn 12 — user   ## [14:02] Assistant
  new RegExp(
    String.raw`^\s*#{1,6}\s+(?:(?:turn|message|step)\s*#?\d{1,5}\s*[-–—:.|(]?\s*)?${STAMP}([a-z_]{2,12})[)\]]?(?:\s?[(\[|,:·•/–—-].{0,120}|\s(?:prompt|message|output|result|call|turn)\b.{0,80})?:?\s*$`,
    'i',
  ),
  // <<TOOL shell.run ls (first lines)>>
  /^<<\s?([A-Z_]{2,12})\b.{0,240}>>\s*$/,
  // [msg 12 | ana | tool: bench run]
  /^\[(?:msg|message|turn)\s[^\]]{1,60}[|·—–-]\s?(tool)\b[^\]]{0,80}\]\s*$/i,
  // === USER ===   --- assistant (2) ---   === USER (Ana, lead) 08:50 ===
  /^\s*[=~_*#<[(-]{2,8}\s{0,2}([a-z_]{2,12})(?:[\s:(#/-]{1,3}[^=\]>)]{0,40}(?:\)[^=\]>()]{0,24})?)?\s{0,2}[=~_*#>\])-]{2,8}\s*$/i,
  // **user** (Ana, 10:36)   **tool** `git log`
  /^\s*[*_]{2,3}([a-z_]{2,12})[*_]{2,3}(?:\s?\([^()]{1,60}\)|\s`[^`]{1,120}`){1,2}:?\s*$/i,
  // RESULT   TOOL read_file {…}
  /^(tool|function)\s+[\w./:-]{1,60}\s*[{(["]/i,
  /^(TOOL|FUNCTION)\s+[\w./:-]{1,60}(?:\s[\w./:#=-]{1,40}){0,4}\s*$/,
  // >>> OPERATOR (Ana, 19:20)
  /^[>»#=*|-]{1,4}\s*([A-Z_]{2,12})(?:\s?\([^()]{1,60}\)|\s[A-Z]\w{1,20})?\s*:?\s*$/,
  /^(?:\*{1,3}\s+)?(USER|HUMAN|ASSISTANT|SYSTEM|TOOL|RESULT|OUTPUT|OBSERVATION)(?:\s+(?=[\w./-]{1,60}\s*[{(">]|$)|\s*$)/,
  // USER (Ana, 09:05)   SYSTEM PROMPT   AGENT (to Ana)
  /^([A-Z_]{2,12})(?:\s\([^()]{1,60}\)(?:\s\d{1,2}[:.]\d\d)?|\s(?:PROMPT|MESSAGE))\s*$/,
  // user (Ana, 07:10)
  /^(?:[>»]{1,4}\s?)?(user|human|operator|assistant|agent|system|tool)\s\([^()]{1,60}\):?\s*$/,
  // {"role":"user","name":"Ana"}
  /^\s*\{"role":\s?"([a-z_]{2,12})"[^{}]{0,120}(?:\{[^{}]{0,200}\})?\}\s*$/,
  // [turn 23 / user Ana]
  /^\[(?:turn|message|msg|step|entry)\s#?\d{1,5}\s?[/|·—–:,-]\s?([a-z_]{2,12})(?:\s[^\]]{1,40})?\]\s*$/i,
];

/** A person's message shown by a tool: "[14:05] message from Ana: …". */
const MESSAGE =
  /^\s*\[?\d{1,2}:\d\d(?::\d\d)?(?:\s?[A-Z]{2,4})?\]?\s*(?:new\s+)?(?:message|note|reply|comment|mail)\s+from\s+[\p{L} .'-]{2,40}:\s*/iu;

/** --- 21:50 message from Ana ---   ## Mon 3 Nov, 15:30 — message from Ana */
const FRAMED =
  /^\s*(?:#{1,6}|[-=~*_─—]{2,8})\s*(?:[\p{L}\d:.,/ –—-]{0,30}\s\(?)?(?:message|note|reply|comment|mail|call|brief(?:ing)?|request|instruction|order|answer|feedback|decision|word)s?\s+(?:from|by)\s+\p{L}[\p{L}\d .'@-]{1,40}(?:\([^()]{1,40}\))?(?:,?\s[\p{L}\d .:]{3,24})?\)?\s*(?:[-=~*_─—]{2,8})?\s*:?\s*$/iu;
/** Broadcast message from ana (19:21): …   [msg ana 09:32] … */
const BROADCAST =
  /^\s*(?:broadcast|wall|new)\s+(?:message|note|mail)\s+from\s+[\p{L}\d@.'-]{2,40}(?:\s?\([^()]{1,40}\))?:\s*|^\s*\[(?:msg|message|dm|mail|note)\s+(?:from\s+)?\p{L}[\p{L}\d_.'-]{1,24}(?:,?\s\d{1,2}[:.]\d\d(?::\d\d)?)?\]\s+(?=\S)/iu;
/** BRIEF FROM ANA (3 Nov)   BRIEF (from Ana, 3 Nov) */
const IN_CAPITALS =
  /^\s*(?:\p{Lu}{3,12}\s+){0,3}(?:FROM\s+\p{Lu}[\p{Lu} .'-]{1,30}(?:\s?\([^()]{1,40}\))?|(?<=\S\s+)\(from\s+\p{Lu}[^()]{1,40}\))\s*:?\s*$/u;
/** --- end --- */
const FRAME_END = /^\s*[-=~*_─—]{2,8}\s*end(?:\s+of\s+\p{L}{3,12})?\s*[-=~*_─—]{2,8}\s*$/iu;

/** [operator message, Ruta]   [note from the controller, pinned] */
const PEOPLE =
  'operator|user|human|owner|customer|client|controller|manager|lead|supervisor|director|coordinator|principal|requester|reviewer|instructor|editor|boss|chef|team';
const INSERTED = new RegExp(
  String.raw`^\s*\[(?=[^\]]*\b(?:message|note|comment|request|instruction|says|reply|answer)s?\b)(?=[^\]]*\b(?:${PEOPLE})\b)[^\]]{4,120}\]:?\s*$`,
  'i',
);

/** <message from="Ana" to="agent">… */
const ADDRESSED_TAG =
  /^\s*<(?:message|msg|turn|reply|comment|note|chat|e?mail|post|call)\s[^<>]{0,80}?\b(?:from|role|author|sender|speaker)=["']?([^"'<>]{1,40})["']?[^<>]{0,80}>\s*/i;
/** mateo  [11:07]   **hjelmeland** (maintainer) commented on Aug 19 */
const HEADER =
  /^\s*[*_#]{0,5}\s?(@?\p{L}[\p{L}\d_.' -]{0,28}?)(?:\s\([^()]{1,30}\))?[*_]{0,3}\s*(\[(?:APP|BOT)\]|\((?:app|bot)\)|APP\b)?\s*(?:\([^()]{1,30}\)\s*)?(?:[[(]?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AP]M)?[\])]?[*_]{0,3}:?|(?:commented|wrote|replied|said|posted)\b[^.!?]{0,60})\s*$/u;
/** A key of structured text: indented, in lower case. */
const FIELD = /^\s{2,}(?:- )?[a-z_]+:/;
const BOT = /(?:^|[-_ .])(?:bot|ci|actions|jenkins|travis)$/i;
const SELF = /(?:^|[-_ .])(?:agent|assistant|ai|copilot|claude|gpt)$|^(?:me|i|self)$/i;

/** Who a name stands for: a bot's posts are output, an agent's are its own words, all others are people. */
function roleOfName(name: string, app: boolean): Role {
  if (SELF.test(name)) return 'assistant';
  if (BOT.test(name)) return 'tool';
  return app ? 'assistant' : 'user';
}

function headerOf(head: string): { role: Role; rest: string } | undefined {
  const found = HEADER.exec(head);
  if (!found || LABELS.has(found[1]!.toLowerCase().split(' ')[0]!)) return undefined;
  const name = found[1]!.trim();
  return { role: roleOfWord(name) ?? roleOfName(name, found[2] !== undefined), rest: '' };
}

/** Whether a heading says from whom what follows it is: it ends with the next heading. */
export function isFrameHeading(line: string): boolean {
  return line.length <= 120 && /^\s*#/.test(line) && FRAMED.test(line);
}

/** Whether a heading in capitals says from whom what follows it is. */
export function isLetterHead(line: string): boolean {
  return line.length <= 120 && IN_CAPITALS.test(line);
}

/** Who a line says speaks from there on. `framed`: a message that is passed on amid other things, so that it tells nothing of the text's form. */
export type Opening = {
  role: Role;
  rest: string;
  framed?: true;
  /** Which of the forms of heads with a role's name it has; undefined for others. */
  form?: number;
};

/** > # a comment in something quoted: nobody's turn */
const QUOTED_COMMENT = /^\s*>\s*(?:#|\/\/|--|<!--)\s/;

/** The speaker a line opens with and the rest of the line; undefined when it names none of the known roles. */
export function speakerOf(line: string): Opening | undefined {
  const head = line.slice(0, 260);
  if (QUOTED_COMMENT.test(head)) return undefined;
  const tag = ADDRESSED_TAG.exec(head);
  if (tag) return { role: roleOfWord(tag[1]!) ?? roleOfName(tag[1]!, false), rest: line.slice(tag[0].length) };
  const header = line.length <= 120 ? headerOf(head) : undefined;
  if (header) return header;
  if (INSERTED.test(line)) return { role: 'user', rest: '', framed: true };
  if (FIELD.test(head)) return undefined;
  if (FRAME_END.test(line)) return { role: 'none', rest: '' };
  if (isLetterHead(line) || (line.length <= 120 && FRAMED.test(line))) return { role: 'user', rest: '', framed: true };
  const message = MESSAGE.exec(head) ?? BROADCAST.exec(head);
  if (message) return { role: 'user', rest: line.slice(message[0].length), framed: true };
  for (const [form, pattern] of FORMS.entries()) {
    const found = pattern.exec(head);
    const role = found && roleOfWord(found[1] ?? found[2] ?? '');
    if (found && role) return { role, rest: line.slice(found[0].length), form };
  }
  return undefined;
}

const NAMED = new RegExp(
  String.raw`^[\s>*-]{0,4}(${STAMP})[*_@<]{0,3}(\p{Lu}[\p{L}.'’-]{1,20}(?:\s\p{Lu}[\p{L}.'’-]{0,20}){0,2}|\p{Lo}{1,8}|@?[a-z][a-z0-9._-]{1,20})[*_>]{0,3}(?:\s?\([^()]{1,40}\))?(?:\s?(?:→|->)\s?\w{1,20})?(,?\s(?:\(?\d{1,2}[:.]\d\d\)?(?:\s?[ap]m|\s[A-Z]{2,4})?|\d{1,2}\.?\s\p{L}{3,9}(?:,?\s(?:\d{1,2}[:.]\d\d|\p{L}{3,9}))?))?\s?[*_]{0,3}[:：>][*_]{0,3}\s+(?=\S)`,
  'u',
);

/** [Chiara 08:03] …   <ana> … */
const BOXED =
  /^\s*(?:\d{1,2}:\d\d(?::\d\d)?\s+)?(?:\[(\p{Lu}[\p{L}.'-]{1,20}(?:\s\p{Lu}[\p{L}.'-]{0,20})?)(?:[ ,]+(\d{1,2}[:.]\d\d[^\]]{0,8}))?\]|<([a-z][\w-]{1,20})>)\s+(?=\S)/u;

/** A person's label at the start of a line ("Noor, 16:40: …"): its length, the name, and whether a time marks it as something said. */
export type NameLabel = { length: number; name: string; timed: boolean };

/** The person's label a line opens with, if any. */
export function nameLabel(line: string): NameLabel | undefined {
  const boxed = BOXED.exec(line.slice(0, 120));
  if (boxed) return boxedLabel(boxed);
  const found = NAMED.exec(line.slice(0, 120));
  if (!found) return undefined;
  const name = found[2]!;
  const timed = Boolean(found[1] || found[3]);
  if (LABELS.has(name.toLowerCase().split(' ')[0]!) || (!timed && !/^[\p{Lu}\p{Lo}]/u.test(name))) return undefined;
  return { length: found[0].length, name, timed };
}

function boxedLabel([whole, name, time, handle]: RegExpExecArray): NameLabel | undefined {
  const said = name ?? handle!;
  return LABELS.has(said.toLowerCase()) ? undefined : { length: whole.length, name: said, timed: time !== undefined };
}

/** The names that open at least two lines: people who talk, rather than labels. */
export function talkers(lines: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const label = nameLabel(line);
    const name = label?.name;
    if (label && name && /\S\s+\S/.test(line.slice(label.length))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, n]) => n >= 2).map(([name]) => name));
}
