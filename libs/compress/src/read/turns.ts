import type { Role, Turn } from '../reading.ts';
import { isSpoken, type Opening, openingsIn, type Reach } from './cast.ts';
import { turnsOfJson, turnsOfRecord } from './json.ts';
import { type Fences, fencesIn, isPrompted, linesOf, noFences } from './lines.ts';
import { beginsMail, mailsOf } from './mail.ts';
import { fieldKeys, roleOfWord } from './speakers.ts';

/**
 * Who says what in a context, in order of time: from JSON messages and JSON lines, mails, and any text whose lines name their speakers.
 * Text without speakers is one turn of nobody.
 */
export function turnsOf(content: string): Turn[] {
  return turnsOfJson(content) ?? mailsOf(content) ?? turnsOfLines(linesOf(content));
}

function turnsOfLines(lines: readonly string[]): Turn[] {
  return isPrompted(lines) ? turnsOfPrompts(lines) : new Teller(lines).turns();
}

/** What is quoted was typed by the user, all else is the answer. */
function turnsOfPrompts(lines: readonly string[]): Turn[] {
  const { inside } = fencesIn(lines);
  const story = new Story();
  for (const [i, line] of lines.entries()) {
    const role = line.startsWith('>') && !inside[i] ? 'user' : 'assistant';
    if (line.trim() && story.voice.role !== role) story.open({ role, speaker: '', reach: 'head' });
    story.add(role === 'user' ? line.replace(/^>\s?/, '') : line);
  }
  return story.turns();
}

/**
 * Who speaks, and how far it goes. `head`: the line that says so; `marked`: each line of it has a mark of quotation; `quoted`: it is a mail
 * that is only shown.
 */
type Voice = { role: Role; speaker: string; reach: Reach; head?: string; form?: Opening['form']; marked?: boolean; quoted?: boolean };
const NOBODY: Voice = { role: 'none', speaker: '', reach: 'head' };

/** The turns told so far. */
class Story {
  readonly #turns: { voice: Voice; lines: string[] }[] = [];
  voice: Voice = NOBODY;
  #lines: string[] = [];
  /** Whether nothing but rules stands in the turn so far. */
  isEmpty = true;

  constructor() {
    this.open(NOBODY);
  }

  open(voice: Voice, first = ''): void {
    this.voice = voice;
    this.#lines = [];
    this.isEmpty = true;
    this.#turns.push({ voice, lines: this.#lines });
    if (first) this.add(first);
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.isEmpty) this.isEmpty = !line.trim() || RULE.test(line);
  }

  turns(): Turn[] {
    return this.#turns
      .filter(({ lines }) => lines.some((line) => line.trim()))
      .map(({ voice: { role, speaker, quoted = false }, lines }) => ({ role, speaker, text: lines.join('\n'), quoted }));
  }
}

const CLOSING_TAG = /<\/([a-z][\w-]{0,30})>\s*$/i;
/** Signs at the end of a line in which a closing tag is looked for. */
const TAG_LENGTH = 60;
/** $ ls   PS C:\work> dir   ana@host:~$ ls   (typed into a shell: what comes after it is its output) */
const COMMAND = /^\s*(?:\$|PS [A-Z]:\\[^>]{0,60}>|[\w.-]{1,30}@[\w.-]{1,40}:\S{0,60}[$#])\s+\S/;
/** ## Log   === Log ===   **Log**   LOG (today) */
const TITLE = /^\s*(?:#{1,6}\s|[=~_─—-]{3,}|\*\*[^*]{2,80}\*\*:?\s*$|\p{Lu}[\p{Lu}\d ,&/'’-]{2,50}(?:\([^()]{1,60}\))?:?\s*$)/u;
const RULE = /^\s*[=~*_─—-]{3,}\s*$/;
/** Signs in which entries of a log begin alike. */
const ENTRY = 8;
/** The key before what is said in structured text. */
const SAID_KEY = new RegExp(String.raw`^\s*(?:-\s)?(?:${fieldKeys.said}):\s*(?:[|>][-+]?\s*$)?`);

/** Tells a text line by line. */
class Teller {
  readonly #lines: readonly string[];
  readonly #fences: Fences;
  readonly #openings: ReadonlyMap<number, Opening>;
  readonly #closers: ReadonlyMap<string, number[]>;
  readonly #story = new Story();
  /** The tags of speakers that are open, each with who goes on after it. What stands in an opaque one opens no turn. */
  readonly #tags: { name: string; after: Voice; opaque: boolean }[] = [];
  /** Who goes on after the output of a command, or a fence. */
  #resumed: Voice = NOBODY;
  /** How far the command is indented whose output is being read. */
  #indent = 0;
  #afterBlank = true;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    const fences = fencesIn(lines);
    const openings = openingsIn(lines, fences.inside);
    const isWrapped = openings.size <= 1 && 2 * fences.inside.filter(Boolean).length > lines.length;
    this.#fences = isWrapped ? noFences(lines) : fences;
    this.#openings = isWrapped ? openingsIn(lines, this.#fences.inside) : openings;
    this.#closers = closersIn(lines);
  }

  turns(): Turn[] {
    for (let i = 0; i < this.#lines.length; i++) {
      const line = this.#lines[i]!;
      if (this.#fences.inside[i]) this.#readFenced(line, i);
      else this.#read(line, i);
      this.#afterBlank = !line.trim();
    }
    return this.#story.turns();
  }

  #readFenced(line: string, i: number): void {
    const info = this.#fences.infos.get(i);
    if (this.#story.voice.reach === 'fence' && info !== undefined) this.#story.open(this.#resumed);
    if (info && roleOfWord(info) === 'tool' && this.#story.voice.role !== 'tool')
      this.#interrupt({ role: 'tool', speaker: info, reach: 'fence' });
    this.#story.add(line);
  }

  #read(line: string, i: number): void {
    const { voice } = this.#story;
    if (voice.reach === 'fence') this.#story.open(this.#resumed);
    const tag = this.#tags.at(-1);
    const closed = closedTag(line);
    if (tag && closed === tag.name) return this.#close(line);
    const opening = this.#openings.get(i);
    if (opening && (!tag || (opening.form === 'tag' && !tag.opaque))) return this.#open(opening, i);
    if (!tag && closed && line.trimStart().startsWith('</') && roleOfWord(closed)) return this.#story.open(NOBODY);
    if (!tag && line.startsWith('{') && this.#record(line)) return;
    if (line.trim() && this.#ends(line)) this.#story.open(voice.reach === 'output' ? this.#resumed : NOBODY);
    if (voice.role !== 'none' && !voice.quoted && beginsMail(this.#lines, i)) this.#story.open({ ...voice, quoted: true });
    if (this.#story.voice.role !== 'tool' && COMMAND.test(line)) {
      this.#indent = indentOf(line);
      this.#interrupt({ role: 'tool', speaker: '', reach: 'output' });
    }
    this.#story.add(voice.form === 'field' ? line.replace(SAID_KEY, '') : line);
  }

  #interrupt(voice: Voice): void {
    this.#resumed = this.#story.voice;
    this.#story.open(voice);
  }

  #open({ role, speaker, rest, form, reach }: Opening, i: number): void {
    const line = this.#lines[i]!;
    const after = this.#tags.length > 0 ? this.#story.voice : NOBODY;
    const said = form === 'tag' && closedTag(rest) ? rest.replace(CLOSING_TAG, '') : rest;
    this.#story.open({ role, speaker, reach, head: line, form, marked: rest !== '' && line.startsWith('>') }, said);
    if (form !== 'tag') return;
    if (said.length < rest.length) return this.#story.open(after);
    const name = /<\|?(\w[\w-]*)/.exec(line)?.[1]?.toLowerCase() ?? '';
    const ends = this.#closers.get(name);
    while (ends && ends.length > 0 && ends.at(-1)! <= i) ends.pop();
    if (ends && ends.length > 0) this.#tags.push({ name, after, opaque: role === 'tool' });
  }

  #close(line: string): void {
    const rest = line.replace(CLOSING_TAG, '');
    if (rest.trim()) this.#story.add(rest);
    this.#story.open(this.#tags.pop()!.after);
  }

  /** A line that is a message in JSON: what it says, or who says the lines after it. */
  #record(line: string): boolean {
    const turns = turnsOfRecord(line);
    for (const { role, speaker, text } of turns ?? []) this.#story.open({ role, speaker, reach: 'head' }, text);
    return turns !== undefined;
  }

  /** Whether a line that opens no turn ends the one that stands open. */
  #ends(line: string): boolean {
    const { reach, head = '', marked } = this.#story.voice;
    if (marked && !line.startsWith('>')) return true;
    if (reach === 'entry') return isNextEntry(line, head) || /^#{1,6}\s/.test(line);
    if (reach === 'title') return !this.#story.isEmpty && (endsTitle(line, head) || isNextEntry(line, head));
    if (reach === 'paragraph') return this.#afterBlank || isNextEntry(line, head) || TITLE.test(line);
    if (reach !== 'output' || COMMAND.test(line)) return false;
    return this.#indent > 0 ? indentOf(line) < this.#indent : this.#afterBlank && isSpoken(line);
  }
}

/** The lines in which tags end, by the name of the tag, last first. */
function closersIn(lines: readonly string[]): Map<string, number[]> {
  const closers = new Map<string, number[]>();
  for (let i = lines.length - 1; i >= 0; i--) {
    const name = closedTag(lines[i]!);
    if (!name) continue;
    const list = closers.get(name);
    if (list) list.push(i);
    else closers.set(name, [i]);
  }
  return closers;
}

function closedTag(line: string): string | undefined {
  return line.includes('</') ? CLOSING_TAG.exec(line.slice(-TAG_LENGTH))?.[1]!.toLowerCase() : undefined;
}

/** Whether a line is the next title after `title`: of its rank, for a heading, and of any form for all others. */
function endsTitle(line: string, title: string): boolean {
  const rank = /^\s*(#+)/.exec(title)?.[1]!.length ?? 0;
  if (rank === 0) return TITLE.test(line);
  return (/^\s*(#+)\s/.exec(line)?.[1]!.length ?? Infinity) <= rank || /^\s*={3,}/.test(line);
}

/** Whether a line begins with a time as `entry` does. */
function isNextEntry(line: string, entry: string): boolean {
  const start = line.slice(0, ENTRY);
  return /\d\d?[:.-]\d/.test(start) && shapeOf(start) === shapeOf(entry.slice(0, ENTRY));
}

function shapeOf(start: string): string {
  return start.replace(/\d/g, '0').replace(/\p{L}/gu, 'a');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
