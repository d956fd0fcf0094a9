import type { Role } from '../reading.ts';
import { fieldKeys, isCount, isLabel, roleOfGlyph, roleOfLetter, roleOfWord, senderIn } from './speakers.ts';
import { isNumbered, stampLength, withoutStamps } from './stamps.ts';

/** How a head is set off from what is said. `bare`: a line that holds nothing but a name and a time. */
export type Form = 'tag' | 'box' | 'heading' | 'frame' | 'bold' | 'label' | 'column' | 'bare' | 'glyph' | 'field';

/** What a line may say of who speaks from there on. */
export type Head = {
  form: Form;
  /** As the text writes it. */
  name: string;
  /** Under which heads of the same speaker are counted. */
  key: string;
  /** The role that its words name by themselves. */
  role: Role | undefined;
  /** Whether a person may be called so. */
  person: boolean;
  /** Whether it begins with a capital, or stands at the very start of its line. */
  marked: boolean;
  timed: boolean;
  /** Whether a title says who sent what follows ("Message from Ana"). */
  sent: boolean;
  /** The rest of the line, which is already said; empty where the head has the line for itself. */
  rest: string;
};

/** Forms in which a head without brackets must be short, or it is the beginning of what is said. */
const ONE_LINE: ReadonlySet<Form> = new Set(['bare', 'label', 'bold']);
/** Longest beginning of a line that is looked at, and longest line that is nothing but a head. */
const LONGEST = { head: 260, alone: 140, bare: 90, label: 100, name: 48, when: 40, indent: 4 };
/** Most words that a name has, and a head in which only a role is known. */
const MOST = { name: 4, beside: 2, parts: 3, words: 14 };

const TAG = /^\s*<\|?(?:im_start\|>)?([^<>]{1,240}?)\|?(?:>|$)[ \t]*:?[ \t]*/;
/** <ana> …   in a chat; a tag that ends where its line does is one of a document. */
const TURN_TAG = />[ \t]+$/;
const ATTRIBUTE = /\b(?:role|from|who|by|author|sender|speaker|name)=(?:"([^"]{1,60})"|'([^']{1,60})'|([\w.-]{1,40}))/;
const BOX = /^\s*[*_]{0,3}\[{1,2}([^\][]{1,160})\]{1,2}[*_]{0,3}\s*:?\s*/;
const HEADING = /^\s{0,3}#{1,6}\s+(\S.*)$/;
const FRAME = /^\s*(?:[=~*_─—-]{2,}|<{2,}|>{2,}|\*)\s{0,2}([^=~─]*?)\s*(?:[=~*_─—-]{2,}|>{2,}|<{2,})?$/;
const BOLD = /^[\s>-]{0,4}([*_]{2,3})(\S[^*]{0,100}?)\1(\s?\([^()]{1,60}\)|\s`[^`]{1,120}`)*\s?[:：—–]?(?:\s+|$)/;
/** What divides a label from what is said; after a time, dashes and bars do as well. */
const CLOSING = /[*_]{0,3}(?:[:：][*_]{0,3}(?=\s|$)|[>›»▸▶]+[*_]{0,3}(?=\s))/;
/** Without any of these signs nothing is divided; after a time others do. */
const CLOSES = /[:：>›»▸▶]/;
const CLOSING_TIMED = /[*_]{0,3}(?:[:：][*_]{0,3}(?=\s|$)|(?:[>›»▸▶|]+|\s[—–-])[*_]{0,3}(?=\s))/;
const COLUMN = /^(@?\p{L}[\p{L}\p{N}_.'-]{0,24}(?: \p{Lu}[\p{L}.'-]{0,24}){0,2}(?:\s?\([^()]{1,24}\))?)(?:\s\s+|\t|$)/u;
const NARROW_COLUMN = /^(@?\p{L}[\p{L}\p{N}_.-]{0,24}(?:\([^()]{1,24}\))?)\s/u;
const FIELD = new RegExp(
  String.raw`^\s*(?:-\s)?(?:${fieldKeys.speaker}):\s["']?([\p{L}\d_.()-]{2,30}(?:\s[\p{L}\d_.()-]{1,20}){0,2})["']?\s*$`,
  'u',
);
/** What a line that is nothing but a head must have: capitals, a time or date, brackets behind a word, a word that links a sender. */
const BARE =
  /^\P{L}*\p{Lu}{3}|\d[:.h]\d\d|\d{4}-\d\d|\d\.? \p{L}{3}|^\S+(?: \S+)? \([^()]+\):?$|[\s(](?:from|by|von)\s|^\p{L}+ \S*[._(/]\S*$/u;
const GLYPH = /^\s{0,4}(\S)\s+(?=\S)/u;
/** "Ana", "d.ilic", "b-okafor", "scout-3", "李". */
const HANDLE = /^@?(?=.{1,24}$)\p{L}[\p{L}\p{M}'’-]*(?:[._-]?[\p{L}\p{M}'’-]*\p{L}\d?|-\d{1,2})$|^\p{Lo}{1,8}$|^[a-wyz]$/u;
/** In a list, a name opens only what is quoted: "- Ana: “not on Fridays”", but not "- Chur: at noon". */
const ITEM = /^\s*[-•] /;
const QUOTATION = /^["“„«'‘]/;
/** Before whom something is said to: "Ana → agent", "AGENT (to Ana)". */
const ADDRESSED = /\s?(?:→|->|=>)\s?|\(to\s/;
/** "Brief (from Ana)" is a brief from Ana. */
const IN_BRACKETS = /\s\((?=(?:from|by|von)\s)/;
/** Where a head ends and further heads could begin, inside of what a name is looked for in. */
const PARTS = /\s*[|·•—–,;»()[\]]\s*|\s+[-/=]\s+|(?<!\d):|:(?!\d)/;

/** The head that a line may have; undefined for a line that can have none. Its first sign tells which forms are worth an attempt. */
export function headOf(line: string): Head | undefined {
  const start = line.length > LONGEST.head ? line.slice(0, LONGEST.head) : line;
  const indent = start.search(/\S/);
  if (indent < 0) return undefined;
  const first = start[indent]!;
  if (indent > LONGEST.indent) return first === '<' ? tagOf(line, start) : fieldOf(line, start);
  if (first === '<') return tagOf(line, start) ?? stampedOf(line, start, first) ?? frameOf(line);
  if (first === '#') return headingOf(line) ?? labelOf(line, start, false);
  if (first === '[') return boxOf(line, start) ?? stampedOf(line, start, first);
  if (first === '>') return quotedOf(line) ?? glyphOf(line, start) ?? frameOf(line);
  if ('=~─—-'.includes(first)) return frameOf(line) ?? stampedOf(line, start, first);
  if (first === '*' || first === '_') return boldOf(line, start) ?? frameOf(line) ?? stampedOf(line, start, first);
  return stampedOf(line, start, first) ?? glyphOf(line, start);
}

/** A head that stands in something quoted: "> **Ana:** …". */
function quotedOf(line: string): Head | undefined {
  const bare = line.replace(/^[\s>]+/, '');
  return bare.startsWith('#') ? undefined : headOf(bare);
}

function glyphOf(line: string, start: string): Head | undefined {
  const found = GLYPH.exec(start);
  const role = found ? roleOfGlyph(found[1]!) : undefined;
  if (!found || !role) return undefined;
  const name = found[1]!;
  return {
    form: 'glyph',
    name,
    key: name,
    role,
    person: false,
    marked: true,
    timed: false,
    sent: false,
    rest: line.slice(found[0].length),
  };
}

/** <user name="Ana">   <message from="Ana">   <|system|>   <|im_start|>user */
function tagOf(line: string, start: string): Head | undefined {
  const found = TAG.exec(start);
  if (!found || found[1]!.startsWith('/')) return undefined;
  const element = /^\w+/.exec(found[1]!)?.[0] ?? '';
  const who = attributeIn(found[1]!);
  const role = roleOfWord(element) ?? (who && isCount(element) ? roleOfWord(who.split(/\W/, 1)[0]!) : undefined);
  const person = !role && (isCount(element) ? who !== undefined : found[1] === element && TURN_TAG.test(found[0]));
  if (!role && !person) return undefined;
  const name = who ?? element;
  const key = (role ? element : name).toLowerCase();
  return { form: 'tag', name, key, role, person, marked: true, timed: true, sent: false, rest: line.slice(found[0].length) };
}

function attributeIn(text: string): string | undefined {
  const found = text.includes('=') ? ATTRIBUTE.exec(text) : null;
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined;
}

/** [user] …   [role=user] …   [14:02 Ana] …   [turn 3 / agent]   [note from the controller] */
function boxOf(line: string, start: string): Head | undefined {
  const found = BOX.exec(start);
  if (!found || !/\p{L}/u.test(found[1]!)) return undefined;
  return headIn('box', attributeIn(found[1]!) ?? found[1]!, line.slice(found[0].length));
}

/** ### User   ## Turn 3 — agent   ## Mon 3 Nov, message from Ana   ### User: … */
function headingOf(line: string): Head | undefined {
  if (line.length > LONGEST.alone) return undefined;
  const title = HEADING.exec(line)?.[1];
  if (title === undefined) return undefined;
  const closing = CLOSING.exec(title);
  const label = title.slice(0, closing?.index ?? 0);
  if (roleOfWord(label) === undefined) return headIn('heading', title, '');
  return isLabel(label) ? undefined : headIn('heading', label, title.slice(closing!.index + closing![0].length).trimStart());
}

/** === USER ===   --- assistant (2) ---   <<TOOL ls>> */
function frameOf(line: string): Head | undefined {
  if (line.length > LONGEST.alone) return undefined;
  const found = FRAME.exec(line);
  return found?.[1] ? headIn('frame', found[1], '') : undefined;
}

/** **Ana (lead):** …   **user** (Ana, 10:36)   **14:02 ana** … */
function boldOf(line: string, start: string): Head | undefined {
  const found = BOLD.exec(start);
  if (!found) return undefined;
  const rest = line.slice(found[0].length);
  if (rest.length < LONGEST.when && withoutStamps(wordsOf(rest)).length === 0) return headIn('bold', line, '');
  return headIn('bold', found[0], rest);
}

/** A head after a time, or without one: "14:02 **ana** …", "14:02 ana | …", "Ana, 14:02: …". */
function stampedOf(line: string, start: string, first: string): Head | undefined {
  const stamp = stampLength(start);
  if (stamp === 0) return fieldOf(line, start) ?? labelOf(line, start, false) ?? bareOf(line, first);
  const [rest, short] = [line.slice(stamp), start.slice(stamp)];
  const head = setOff(rest, short) ?? labelOf(rest, short, true) ?? bareOf(line, first) ?? columnOf(rest, short);
  return head && { ...head, timed: true };
}

function setOff(line: string, start: string): Head | undefined {
  if (start[0] === '*') return boldOf(line, start);
  if (start[0] === '[') return boxOf(line, start);
  return start[0] === '<' ? tagOf(line, start) : undefined;
}

/** by: Ana   - role: user */
function fieldOf(line: string, start: string): Head | undefined {
  if (line.length > LONGEST.bare || !start.includes(': ')) return undefined;
  const found = FIELD.exec(start);
  return found ? headIn('field', found[1]!, '') : undefined;
}

/** Ana: …   > agent: …   USER> …   Ana (lead), Tue 09:14: … */
function labelOf(line: string, start: string, timed: boolean): Head | undefined {
  const beginning = start.slice(0, LONGEST.label);
  if (!timed && !CLOSES.test(beginning)) return undefined;
  const found = (timed ? CLOSING_TIMED : CLOSING).exec(beginning);
  if (!found || found.index === 0) return undefined;
  const label = start.slice(0, found.index);
  if (isLabel(label) || (label.length > LONGEST.name && !label.includes('(')) || (timed && /\S\s\s+\S/.test(label))) return undefined;
  return headIn('label', label, line.slice(found.index + found[0].length).trimStart());
}

/** 14:02 ana      … */
function columnOf(line: string, start: string): Head | undefined {
  const wide = COLUMN.exec(start);
  const found = wide ?? NARROW_COLUMN.exec(start);
  const head = found ? headIn('column', found[1]!, line.slice(found[0].length)) : undefined;
  return head && { ...head, marked: wide !== null || /^\S*[(@_-]|^\p{Lu}{2,}/u.test(found![0]) };
}

/** A line with nothing but who and when: "Mon 09:12  Ana Prado (desk)", "ana, 6 Jan", "USER (Ana)", "TOOL read_file". */
function bareOf(line: string, first: string): Head | undefined {
  if (line.length > LONGEST.bare || !/[\p{L}\d@>[]/u.test(first)) return undefined;
  if (!BARE.test(line) || /[=%{}`]/.test(line) || line.split(' ', MOST.words + 1).length > MOST.words) return undefined;
  const head = headIn('bare', line, '');
  if (!head || head.sent) return head;
  if (/[.!?]$/.test(line)) return undefined;
  const word = /\p{L}+/u.exec(line)![0];
  const capitals = word.length > 2 && word === word.toUpperCase();
  if (head.role === 'tool' && /^\S+ \S*[._(/]\S*$/.test(line)) return head;
  if (head.role) return capitals || head.timed || /\([^()]+\):?$/.test(line) ? head : undefined;
  return head.timed || (capitals && head.name.length === line.trim().length) ? head : undefined;
}

/** Reads who is named in the part of a line that is set off: times and counts apart, the first words are a name. */
function headIn(form: Form, text: string, rest: string): Head | undefined {
  const { parts, timed } = partsOf(text);
  const names = parts[0];
  if (!names || parts.length > MOST.words || names.length > MOST.words) return undefined;
  const sender = parts.map((words) => senderIn(words, timed && form === 'frame')).find(Boolean);
  const role = sender ? 'user' : roleIn(form, parts);
  const person = sender !== undefined || (isPerson(names) && !isLabel(names[0]!) && !isNumbered(text));
  if (!role && (!person || (ITEM.test(text) && !QUOTATION.test(rest)))) return undefined;
  if (!sender && role !== 'tool' && ONE_LINE.has(form) && wordsBeside(text) > names.length + MOST.beside) return undefined;
  const name = sender ?? nameIn(parts);
  const key = (role && !sender ? names[0]! : name).toLowerCase();
  return { form, name, key, role, person, marked: !/^[\s>-]+\p{Ll}/u.test(text), timed, sent: sender !== undefined, rest };
}

/** The words of a head, in parts that signs divide, without those of times, and whether there are such. */
function partsOf(text: string): { parts: (readonly string[])[]; timed: boolean } {
  const parts: (readonly string[])[] = [];
  let timed = false;
  const names = text.split(ADDRESSED, 1)[0]!.replace(IN_BRACKETS, ' ');
  for (const part of names.split(PARTS)) {
    const words = wordsOf(part);
    const named = withoutStamps(words);
    timed ||= named.length < words.length && /\d/.test(part);
    if (named.length > 0) parts.push(named);
  }
  return { parts, timed };
}

/** The name in a head: what stands beside the word for a role, or else the first words. */
function nameIn([names, beside]: readonly (readonly string[])[]): string {
  const own = roleOfWord(names![0]!) === undefined ? names! : (beside ?? names!.slice(1));
  return own.join(' ') || names![0]!;
}

/** How many words stand in a head outside of brackets. */
function wordsBeside(text: string): number {
  return withoutStamps(wordsOf(text.replace(/\([^()]*\)/g, ' '))).length;
}

function wordsOf(part: string): string[] {
  return part
    .split(/[\s*`"“”<>]+/)
    .map((word) => word.replace(/^[_'@-]+|[_'.]+$/g, ''))
    .filter(Boolean);
}

/** The role that a head's words name: its first one, or one that stands beside the name. */
function roleIn(form: Form, parts: readonly (readonly string[])[]): Role | undefined {
  const [names, ...others] = parts as readonly [readonly string[], ...(readonly string[])[]];
  const first = names[0]!;
  const isLetter = names.length === 1 && (form === 'label' || form === 'bold');
  const own = roleOfWord(first) ?? (isLetter ? roleOfLetter(first) : undefined);
  if (own) return goesWith(form, own, first, names.slice(1)) ? own : undefined;
  if (!isPerson(names) || isLabel(first) || parts.length > MOST.parts) return undefined;
  const beside = others.map((words) => roleOfWord(words[0]!)).find((role) => role !== undefined);
  return form === 'label' && beside !== 'assistant' && beside !== 'user' ? undefined : beside;
}

/** Whether the words after a role's name leave it one: another role, a name, or whatever a tool is called with. */
function goesWith(form: Form, role: Role, first: string, more: readonly string[]): boolean {
  if (form === 'label' && isLabel(first)) return false;
  if (form === 'box' || role === 'tool') return true;
  return more.every((word) => roleOfWord(word) !== undefined || isCount(word) || (form !== 'heading' && /^[\p{Lu}@]/u.test(word)));
}

/** Whether somebody may be called so: words with a capital, or a handle. */
function isPerson(names: readonly string[]): boolean {
  if (names.length > MOST.name) return false;
  if (names.length === 1) return HANDLE.test(names[0]!);
  return names.every((word) => /^(?:\p{Lu}[\p{L}\p{M}.'’-]*|de|da|di|van|von|der|den|del|la|le|el)$/u.test(word));
}
