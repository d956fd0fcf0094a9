import type { Role } from '../reading.ts';
import { type Form, type Head, headOf } from './heads.ts';
import { isLabel, roleOfName, roleOfWord } from './speakers.ts';

/**
 * How far what somebody says goes, if no head comes first. `head`: no end but that; `entry`: to the next heading or time; `title`: to the
 * next title; `paragraph`: to an empty line; `output`: to the first language after an empty line; `fence`: to the end of a fence.
 */
export type Reach = 'head' | 'entry' | 'title' | 'paragraph' | 'output' | 'fence';

/** A line that opens a turn. */
export type Opening = Pick<Head, 'form' | 'rest'> & { role: Role; speaker: string; reach: Reach };

/** A head with the line that it stands in and what is said first. */
type Found = { at: number; head: Head; said: string };

/** Fewest lines that people's heads open together, and that are told by a role's name alone. */
const LEAST = { people: 3, roles: 2 };
/** Lines at the beginning of a text that tell about it ("Client: …", "Agent: …"), in a text of at least so many lines. */
const TITLE = { lines: 8, text: 14 };
/** Share of the lines, or of the paragraphs, that heads open where a text is a conversation throughout. */
const DENSE = { lines: 0.25, paragraphs: 0.3 };
/** How much of the text's beginning tells who is the agent. */
const OPENING = 4_000;
/** Most names that are looked for in the text. */
const MOST_NAMES = 60;
const TITLES: ReadonlySet<Form> = new Set(['heading', 'frame', 'bold', 'bare']);

/** The lines that open turns. A form of head is believed where it repeats, so that a label before a remark opens no turn. */
export function openingsIn(lines: readonly string[], fenced: readonly boolean[]): Map<number, Opening> {
  const found: Found[] = [];
  for (let at = 0; at < lines.length; at++) {
    const head = fenced[at] ? undefined : headOf(lines[at]!);
    if (head) found.push({ at, head, said: head.rest.trim() ? head.rest : saidNext(lines, at) });
  }
  const text = shapeOf(lines, fenced);
  const forms = [...Map.groupBy(found, ({ head }) => head.form)].map(([form, heads]) => new FormCast(form, heads, text));
  const chat = forms.some(({ isChat }) => isChat);
  const roles = new Set(forms.flatMap(({ turns }) => turns));
  const lasting = roles.has('user') && roles.has('assistant');
  const heads = forms.flatMap((form) => form.believed(chat)).sort((a, b) => a.at - b.at);
  const chats = new Set(forms.filter(({ isChat }) => isChat).map(({ form }) => form));
  const believed = heads.filter(({ head }, i) => i === 0 || head.role !== 'system' || chats.has(head.form));
  const dense = isDense(believed, text);
  const agents = agentsIn(believed, lines);
  const openings = new Map<number, Opening>();
  for (const { at, head } of believed) {
    const role = head.role ?? agents.get(head.key) ?? roleOfName(head.name);
    const reach = reachOf(head, role, lasting || dense, chat);
    const speaker = head.form === 'glyph' || roleOfWord(head.name) ? '' : head.name;
    openings.set(at, { role, speaker, rest: head.rest, form: head.form, reach });
  }
  return openings;
}

/** What is known of a text as a whole. */
type Shape = { lines: readonly string[]; content?: string; written: number; titleEnd: number; paragraphs: ReadonlySet<number> };

function shapeOf(lines: readonly string[], fenced: readonly boolean[]): Shape {
  const paragraphs = new Set<number>();
  let written = 0;
  let titleEnd = lines.length;
  for (let i = 0; i < lines.length; i++) {
    if (fenced[i] || !lines[i]!.trim()) continue;
    written++;
    if (written === TITLE.lines) titleEnd = i;
    if (i === 0 || !lines[i - 1]!.trim()) paragraphs.add(i);
  }
  return { lines, written, titleEnd: written < TITLE.text ? -1 : titleEnd, paragraphs };
}

/** Lines that say nothing by themselves: rules, and keys whose text follows. */
const NOTHING_SAID = /^\s*(?:[=~*_─—-]{3,}|(?:- )?\w+:(?: [|>][-+]?)?)\s*$/;

function saidNext(lines: readonly string[], at: number): string {
  for (let i = at + 1; i < Math.min(lines.length, at + 5); i++) if (lines[i]!.trim() && !NOTHING_SAID.test(lines[i]!)) return lines[i]!;
  return '';
}

/** The heads of one form, and which of them are believed. */
class FormCast {
  readonly form: Form;
  readonly #named: readonly Found[];
  readonly #sent: readonly Found[];
  readonly #people: readonly Found[];
  readonly #text: Shape;
  /** Whether roles take turns in heads of this form. */
  readonly isChat: boolean;

  constructor(form: Form, heads: readonly Found[], text: Shape) {
    this.form = form;
    this.#text = text;
    this.#sent = heads.filter(({ head }) => head.sent);
    const named = heads.filter(({ head }) => head.role && !head.sent);
    this.#named = withoutLetters(withoutTitle(form, named, text));
    this.#people = this.#repeated(heads.filter(({ head }) => !head.role));
    this.isChat = isChat(form, this.#named, this.#people.length);
  }

  /** The heads that are believed, in a text in which roles take turns or not. */
  believed(chat: boolean): Found[] {
    return [...this.#sent, ...this.#roles(chat), ...(this.#people.length >= LEAST.people || this.isChat ? this.#people : [])];
  }

  /** The roles that take turns in it. */
  get turns(): (Role | undefined)[] {
    return this.isChat ? this.#named.map(({ head }) => head.role) : [];
  }

  #roles(chat: boolean): readonly Found[] {
    if (this.isChat || this.form === 'tag' || this.form === 'box') return this.#named;
    if (this.form === 'heading') return this.#named.filter(({ head }) => head.role === 'user' || head.role === 'system');
    if (this.form === 'glyph' || chat) return this.form === 'glyph' ? [] : this.#named;
    if (this.form === 'column' || this.form === 'field') return [];
    if (this.form === 'label') return this.#named.filter(({ head }) => head.role === 'system' || head.timed);
    return this.#named.filter(({ head }) => head.role === 'user' || head.role === 'system');
  }

  /** The people, and the machines beside them, whose names open line after line. */
  #repeated(people: readonly Found[]): Found[] {
    const groups = [...Map.groupBy(people, ({ head }) => head.key).values()].sort((a, b) => b.length - a.length);
    const talks = (group: readonly Found[]) => 2 * group.filter(({ said }) => isSpoken(said)).length > group.length;
    const trusted = groups.filter((group, i) => this.#isName(group) && talks(group) && !this.#isWord(group, i));
    if (this.form === 'column' && 2 * trusted.length < groups.filter((group) => group.length >= 2).length) return [];
    const timed = trusted.some(([one]) => one!.head.timed);
    const machines = timed ? groups.filter((group) => group.length >= 2 && group[0]!.head.timed && !talks(group)).flat() : [];
    return [...trusted.flat(), ...machines.map((one) => ({ ...one, head: { ...one.head, role: 'tool' as const } }))];
  }

  /** Whether heads of one name are somebody's: they repeat, or have a time beside the name. */
  #isName(group: readonly Found[]): boolean {
    const { head } = group[0]!;
    const repeats = group.length >= 2;
    if (this.form === 'field') return true;
    if (this.form === 'heading' || this.form === 'frame' || this.form === 'bare') return repeats && (head.timed || this.form === 'bare');
    if (this.form === 'column') return repeats && group.every((one) => one.head.marked);
    if (head.timed || !repeats) return head.timed;
    if (/^[a-z]$/.test(head.name)) return this.#whole().includes(`[${head.name}] = `);
    const isHandle = /^\p{Ll}/u.test(head.name) && (this.form === 'label' || this.form === 'bold');
    return head.marked && (!isHandle || group.length >= LEAST.people);
  }

  /**
   * Whether the text has a name without a time as a word as well, more often than as a name ("Costs: …", "form: …"). `rank`: how many names
   * are more frequent; of those far down nothing is believed.
   */
  #isWord(group: readonly Found[], rank: number): boolean {
    const { head } = group[0]!;
    if (head.timed || head.name.includes(' ') || this.form === 'field') return false;
    const low = head.name.toLowerCase();
    if (low === head.name) return rank >= MOST_NAMES || this.#whole().includes(`the ${low} `);
    return rank >= MOST_NAMES || countOf(this.#whole(), ` ${low} `, group.length) >= group.length;
  }

  #whole(): string {
    this.#text.content ??= this.#text.lines.join('\n');
    return this.#text.content;
  }
}

/** Without the lines "Client: …" and "Agent: …" that tell at the beginning what the text is about, once each. */
function withoutTitle(form: Form, named: readonly Found[], { titleEnd }: Shape): readonly Found[] {
  if ((form !== 'label' && form !== 'field') || titleEnd < 0) return named;
  const counts = countsOf(named);
  return named.filter(({ at, head }) => at > titleEnd || counts.get(head.key)! > 1 || head.role === 'system');
}

/** Without single letters, unless both questions and answers stand under one or beside a role. */
function withoutLetters(named: readonly Found[]): readonly Found[] {
  const isLetter = ({ head }: Found) => head.key.length === 1;
  const letters = named.filter(isLetter);
  const asks = named.some(({ head }) => head.role === 'user');
  const answers = letters.some(({ head }) => head.role === 'assistant');
  return letters.length >= LEAST.roles && asks && answers ? named : named.filter((one) => !isLetter(one));
}

/** How often `part` stands in `text`, up to `most` times. */
function countOf(text: string, part: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count < most; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

function countsOf(found: readonly Found[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { head } of found) counts.set(head.key, (counts.get(head.key) ?? 0) + 1);
  return counts;
}

/** Whether roles take turns: the agent and somebody else, or one who gives orders and a machine. */
function isChat(form: Form, named: readonly Found[], people: number): boolean {
  const roles = named.map(({ head }) => head.role);
  const kinds = new Set(roles);
  if (form === 'glyph') return kinds.has('user') && kinds.has('assistant');
  if (!kinds.has('assistant')) return kinds.size >= 2 && roles.filter((role) => role === 'user').length >= (TITLES.has(form) ? 2 : 1);
  if (kinds.size >= 2 || named.length >= LEAST.people) return true;
  return people >= LEAST.roles && (named.length >= LEAST.roles || named.some(({ head }) => head.timed));
}

/** Whether a line is language rather than what a machine puts out: most of its beginning are words. */
export function isSpoken(text: string): boolean {
  const start = text.slice(0, 140);
  if (/\p{Script=Han}{4}|[\p{Script=Hiragana}\p{Script=Katakana}]{3}/u.test(start)) return true;
  const words = start.split(/\s+/).filter(Boolean);
  const plain = words.filter((word) => /^["'“„«(*_¿¡]*\p{L}[\p{L}\p{M}’'-]*[.,;:!?…)"'”“»*_]*$/u.test(word)).length;
  return plain >= 1 && plain >= 0.55 * words.length;
}

function isDense(believed: readonly Found[], { written, paragraphs }: Shape): boolean {
  const opened = believed.filter(({ at }) => paragraphs.has(at)).length;
  return believed.length >= DENSE.lines * written || (opened >= LEAST.people && opened >= DENSE.paragraphs * paragraphs.size);
}

/** Forms that set a head off from what is said, so that what follows is all said under it. */
const SET_OFF: ReadonlySet<Form> = new Set(['tag', 'box', 'heading', 'frame', 'bare', 'glyph', 'field']);

function reachOf(head: Head, role: Role, lasting: boolean, chat: boolean): Reach {
  if (head.form === 'glyph' || head.form === 'field') return 'head';
  if (lasting && !head.role && role === 'user' && !SET_OFF.has(head.form)) return 'entry';
  if (lasting || (chat && SET_OFF.has(head.form))) return head.sent && TITLES.has(head.form) ? 'title' : 'head';
  if (head.form === 'tag') return 'head';
  if (TITLES.has(head.form) && !head.rest) return 'title';
  return role === 'system' ? 'head' : 'paragraph';
}

/** Who of the people is the agent, by what the text says at its beginning: "You are Wren", "agent (drover)", "assistant: office-agent". */
function agentsIn(believed: readonly Found[], lines: readonly string[]): Map<string, Role> {
  const opening = beginningOf(lines);
  const low = opening.toLowerCase();
  const names = new Map(believed.filter(({ head }) => !head.role).map(({ head }) => [head.key, head.name]));
  const agents = new Map<string, Role>();
  for (const [key, name] of [...names].slice(0, MOST_NAMES))
    if (isDeclaredAgent(name.toLowerCase(), opening, low)) agents.set(key, 'assistant');
  return agents;
}

function beginningOf(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text.length > OPENING) break;
    text += `${line.slice(0, OPENING)}\n`;
  }
  return text.slice(0, OPENING);
}

/** "Wren is the agent", "Wren (planning assistant)", "[a] = assistant": what stands after a name, with two words that may tell of it. */
const DECLARED_AFTER = /^["'”`*_\]]*\s?(?:[=(]\s?|,?\s?(?:is\s)?(?:the|an?|your|our)\s)(\p{L}+)(?![\p{L}:])(?:\s(\p{L}+)(?![\p{L}:]))?/u;

function isDeclaredAgent(name: string, opening: string, low: string): boolean {
  for (let at = low.indexOf(name); at >= 0; at = low.indexOf(name, at + name.length)) {
    const before = opening.slice(Math.max(0, at - 30), at);
    const after = opening.slice(at + name.length, at + name.length + 40);
    if (/\p{L}$/u.test(before) || /^\p{L}/u.test(after)) continue;
    if (/(?:\byou are|\byou['’]re)\s["'“`*_]*$/i.test(before)) return true;
    const word = /(\p{L}+)["'“”`*_:=(\s]{1,4}$/u.exec(before)?.[1];
    if (word && word.length > 2 && roleOfWord(word) === 'assistant') return true;
    const [, first, second] = DECLARED_AFTER.exec(after) ?? [];
    if ([first, second].some((one) => one && roleOfWord(one) === 'assistant' && !isLabel(one))) return true;
  }
  return false;
}
