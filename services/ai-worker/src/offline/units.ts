import { countsOf } from './counts.ts';
import { type Cast, castOf } from './dialogue.ts';
import { isInjection, spreadInjections } from './injections.ts';
import { kindOf } from './lines.ts';
import { dataPieces, frontMatter, headingOf, withoutCommentMarks } from './markup.ts';
import { sentences } from './sentences.ts';
import { separateLines } from './wrapping.ts';
import { isFrameHeading, isLetterHead, nameLabel, type Opening, speakerOf, talkers } from './speakers.ts';
import { roleOfWord } from './roles.ts';
import { squash } from './text.ts';
import { unwrapTranscript } from './transcript.ts';
import type { Kind, Role, Unit } from './unit.ts';

/** Log lines of one shape (the same but for numbers and ids) that are kept. */
const KEPT_PER_SHAPE = 2;
/** Length up to which an item of a list says one thing, in however many sentences. */
const SHORT_ITEM = 100;
/** Longest run of lines joined into one paragraph. */
const MAX_PARAGRAPH = 3_000;

/** The end tag of a turn, as in `</user>`. */
const CLOSING_TAG = /<\/[a-z][\w-]{0,30}>\s*$/i;
/** A tag that opens a line of an agent's notes, as in `<rule n="1">`. */
const OPENING_TAG = /^\s*<([a-z][\w-]{0,30})(?:\s[^<>]{0,160})?>\s*/i;

/** Tags that mark up a page rather than an agent's notes. */
const HTML =
  /^(?:html|head|body|div|span|p|a|h\d|ul|ol|li|table|t[drh]|br|img|script|style|meta|link|b|i|em|strong|code|pre|section|main|nav|footer|header|form|input|button|svg|path)$/i;

type Place = { role: Role; turn: number; block: number; section: string; lead: string };
type Draft = { text: string; kind: Kind; lastLine: string };

/** Splits a context into units, in order. The structure comes first (speakers, headings, lists, tables, logs, code, data), sentences second. */
export function unitsOf(content: string): Unit[] {
  const lines = unwrapTranscript(content).split(/\r\n|[\n\r\u2028\u2029]/);
  const said = lines.slice(frontMatter(lines));
  const openings = withoutTitle(said.map((line) => speakerOf(withoutClosingTag(line))));
  const reader = new Reader({
    names: talkers(said),
    cast: castOf(isTranscript(openings) ? [] : said),
    separate: separateLines(said),
    openings,
    foreign: foreignForms(openings),
  });
  for (const line of lines.slice(0, lines.length - said.length)) reader.describe(line);
  for (const [i, line] of said.entries()) reader.read(line, i);
  return reader.finish();
}

/** What the text as a whole tells of its lines: who talks in it, which lines stand apart, which open a turn. */
type Layout = {
  names: ReadonlySet<string>;
  cast: Cast;
  separate: ReadonlySet<number>;
  openings: readonly (Opening | undefined)[];
  /** The forms of heads that are not the text's own. */
  foreign: ReadonlySet<number>;
};

/** Lines that name a known role, from which on they and no other names tell who speaks: names inside of them are quoted. */
const MARKED = 3;

function isTranscript(openings: readonly (Opening | undefined)[]): boolean {
  const roles = openings.flatMap((opening) => (opening && !opening.framed ? opening.role : []));
  return roles.length >= MARKED && roles.filter((role) => role === 'user').length >= 2 && roles.includes('assistant');
}

/** Lines at the beginning among which one may tell who the text is about, and of the texts in which it is looked for. */
const TITLES = 8;
const DOCUMENT = 10;

/** `openings` without a line "Agent: …" that opens no turn but tells who the text is about: no other line of a longer text names a role. */
function withoutTitle(openings: readonly (Opening | undefined)[]): readonly (Opening | undefined)[] {
  const [only, more] = openings.filter((opening) => opening && !opening.framed);
  const isTitle = only?.role === 'assistant' && only.rest && !more && openings.indexOf(only) < TITLES && openings.length >= DOCUMENT;
  return isTitle ? openings.map((opening) => (opening === only ? undefined : opening)) : openings;
}

/** How often the form of heads that a text is made of stands in it at least, and up to which share of that another one is foreign to it. */
const OWN = 6;
const FOREIGN = 0.25;

/** The forms of heads that are rare in a text whose turns are opened by others. */
function foreignForms(openings: readonly (Opening | undefined)[]): Set<number> {
  const counts = countsOf(openings.flatMap((opening) => opening?.form ?? []));
  const most = Math.max(0, ...counts.values());
  if (most < OWN) return new Set();
  return new Set([...counts].flatMap(([form, count]) => (count <= FOREIGN * most ? [form] : [])));
}

/** Holds where in the document the reading is: speaker, section, open fence, open paragraph. */
class Reader {
  readonly #units: Unit[] = [];
  readonly #shapes = new Map<string, number>();
  #place: Place = { role: 'none', turn: 0, block: 0, section: '', lead: '' };
  #fence = '';
  #draft: Draft | undefined;
  /** Set when a person's label, not a known role, gave the speaker: such a turn ends with its paragraph. */
  #named = false;
  #explicit = false;
  /** Set while a heading gave the speaker: a tool's output then stands in a fence, and what follows the fence is a remark on it. */
  #underHeading = false;
  /** The headings that end what was said under that one: all where it says from whom it is, those with a date where it begins with one. */
  #ending: RegExp | undefined;
  /** Set while it is in capitals: the next one in capitals ends what was said under it. */
  #underCapitals = false;
  #inComment = false;
  /** Set from the head of a mail that is shown in a turn: what stands there nobody says who may ask for anything. */
  #inMail = false;
  /** Set in lines that carry a mark of quotation. */
  #quoted = false;
  readonly #layout: Layout;
  #line = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Reads a line that tells of the text. */
  describe(line: string): void {
    if (line.trim() && line.trim() !== '---') this.#push(line.trim(), 'prose');
  }

  read(raw: string, index: number): void {
    this.#line = index;
    const fence = /^\s*(?:>\s?)?(`{3,}|~{3,})/.exec(raw)?.[1]?.slice(0, 3);
    if (fence && (!this.#fence || raw.trim().startsWith(this.#fence))) return this.#toggleFence(fence);
    if (this.#fence) {
      if (!this.#commented(raw)) this.#machineOr(raw, kindOf(raw, true));
      return;
    }
    if (!raw.trim()) return this.#blank();
    this.#structured(raw);
  }

  finish(): Unit[] {
    this.#flush();
    spreadInjections(this.#units);
    return this.#units;
  }

  #toggleFence(fence: string): void {
    this.#flush();
    this.#fence = this.#fence ? '' : fence;
    this.#inComment = false;
    this.#place.block++;
    if (!this.#fence && this.#underHeading && this.#place.role === 'tool') this.#speak('none', false);
  }

  #blank(): void {
    this.#flush();
    this.#place.block++;
    if (this.#named && !this.#explicit) this.#speak('none', true);
  }

  #structured(raw: string): void {
    const line = withoutClosingTag(raw);
    if (!line.trim()) return this.#closed(raw);
    const speaker = this.#inComment ? undefined : this.#opening();
    if (!speaker) {
      if (this.#underCapitals && CAPITALS.test(line)) this.#speak('none', false);
      const turn = this.#inComment ? undefined : this.#layout.cast.turnAt(line);
      return turn ? this.#said(turn) : this.#tagged(line);
    }
    this.#explicit = true;
    this.#underHeading = line.startsWith('#');
    this.#ending = isFrameHeading(line) ? /^/ : this.#underHeading && DATED.test(headingOf(line) ?? '') ? DATED : undefined;
    this.#underCapitals = isLetterHead(line);
    this.#speak(speaker.role, false);
    if (speaker.rest.trim()) this.#content(speaker.rest);
  }

  /** The turn a line opens. In what a tool shows, a head of another form than the text's own is part of what is shown. */
  #opening(): Opening | undefined {
    const opening = this.#layout.openings[this.#line];
    return this.#place.role === 'tool' && opening?.form !== undefined && this.#layout.foreign.has(opening.form) ? undefined : opening;
  }

  /** A line that only closes a tag; that of a turn ends what was said. */
  #closed(raw: string): void {
    if (roleOfWord(/\w+/.exec(raw)?.[0] ?? '') === undefined) return this.#blank();
    this.#speak('none', false);
  }

  /** A turn under a name of the text's own; what a machine says in it is a log. */
  #said({ role, rest }: { role: Role; rest: string }): void {
    this.#explicit ||= this.#layout.cast.lasting;
    this.#underHeading = false;
    this.#ending = undefined;
    this.#speak(role, true);
    if (!rest.trim()) return;
    if (role === 'tool') this.#machineOr(rest, 'log');
    else this.#content(rest);
  }

  /** A tag alone announces what follows, a tag with text labels it. */
  #tagged(line: string): void {
    const tag = this.#inComment ? null : OPENING_TAG.exec(line);
    if (!tag || HTML.test(tag[1]!)) return this.#content(line);
    this.#flush();
    this.#place.block++;
    const rest = line.slice(tag[0].length);
    if (!rest.trim()) this.#place = { ...this.#place, section: tag[1]!, lead: '' };
    else this.#content(rest);
  }

  #speak(role: Role, named: boolean): void {
    this.#flush();
    this.#inMail = false;
    this.#named = named;
    this.#place = { ...this.#place, role, turn: this.#place.turn + 1, block: this.#place.block + 1, lead: '' };
  }

  #content(raw: string): void {
    this.#inMail ||= MAIL_HEAD.test(raw) || SENT_IN.test(raw);
    this.#quoted = /^\s*>/.test(raw);
    if (this.#commented(raw)) return;
    const line = raw.replace(/^\s*(?:>\s?){1,4}/, '');
    if (!line.trim()) return this.#blank();
    const heading = headingOf(line);
    if (heading) return this.#heading(heading);
    this.#machineOr(line, kindOf(line, false));
  }

  #heading(text: string): void {
    if (this.#ending?.test(text)) {
      this.#speak('none', false);
      this.#ending = undefined;
    }
    this.#flush();
    this.#place = { ...this.#place, section: text, lead: '', block: this.#place.block + 1 };
    this.#push(text, 'heading');
  }

  #machineOr(line: string, kind: Kind): void {
    const typed = this.#layout.cast.lasting
      ? this.#place.role !== 'tool' && PROMPT.test(line)
      : this.#place.role === 'user' && HOST_PROMPT.test(line);
    if (typed) this.#speak('tool', true);
    if (kind === 'prose') return this.#prose(line);
    if (kind === 'comment') return this.#comment(line);
    this.#flush();
    if (kind === 'log' && this.#isRepeat(line)) return;
    if (kind === 'data') return this.#data(line);
    if (kind === 'table') return this.#table(line);
    for (const piece of sentences(line)) this.#push(piece, kind);
  }

  #isRepeat(line: string): boolean {
    const shape = line.slice(0, 200).replace(/[0-9a-f]{6,}|\d+/gi, '#');
    const seen = (this.#shapes.get(shape) ?? 0) + 1;
    this.#shapes.set(shape, seen);
    return seen > KEPT_PER_SHAPE;
  }

  #table(line: string): void {
    if (/^[\s|:=-]*$/.test(line)) return;
    const row = squash(line).replace(/^\|\s*|\s*\|$/g, '');
    const cells = row.split(/\s*(?<!\\)\|\s*/);
    if (!cells.some(isSpeech)) return this.#push(row, 'table');
    const role = cells.slice(0, -1).map((cell) => speakerOf(`${cell}:`)?.role);
    const speaker = role.find((one) => one !== undefined);
    if (speaker) this.#speak(speaker, false);
    const short = cells.filter((cell) => !isSpeech(cell)).join(' | ');
    if (short && !speaker) this.#push(short, 'table');
    for (const cell of cells.filter(isSpeech)) {
      for (const part of cell.split(/<br\s*\/?>/i)) for (const piece of sentences(part)) this.#push(piece, 'prose');
    }
  }

  /** Data is kept in short pieces; a string value that is language becomes sentences of its own. */
  #data(line: string): void {
    const bare = line.replace(/"((?:[^"\\]|\\.){25,2000})"/g, (whole, value: string) => {
      if (value.split(' ').length < 5) return whole;
      for (const piece of sentences(value)) this.#push(piece, 'prose', 'tool');
      return '""';
    });
    for (const piece of dataPieces(bare)) this.#push(piece, 'data');
  }

  #prose(line: string): void {
    const item = /^\s*(?:[-*•–+‣]|->|→|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/.exec(line);
    const named = this.#namedSpeaker(line);
    const draft = this.#draft;
    if (!item && !named && draft && !this.#layout.separate.has(this.#line) && continues(draft, line)) {
      draft.text += ` ${line.trim()}`;
      draft.lastLine = line;
      return;
    }
    this.#flush();
    if (named) this.#speak(named, true);
    this.#draft = { text: item ? line.slice(item[0].length) : line.trim(), kind: item ? 'item' : 'prose', lastLine: line };
  }

  /** Reads a line of a comment over several lines; answers whether it is one. */
  #commented(raw: string): boolean {
    if (!this.#inComment && !/^\s*(?:\/\*|<!--)/.test(raw)) return false;
    this.#inComment = !/\*\/|-->/.test(raw);
    this.#comment(raw);
    return true;
  }

  /** Lines of one comment are read as running text. */
  #comment(line: string): void {
    const text = withoutCommentMarks(line);
    if (this.#draft?.kind === 'comment' && this.#draft.text.length < MAX_PARAGRAPH) {
      this.#draft.text += ` ${text}`;
      return;
    }
    this.#flush();
    if (text) this.#draft = { text, kind: 'comment', lastLine: line };
  }

  #namedSpeaker(line: string): Role | undefined {
    const label = nameLabel(line);
    if (!label) return this.#named && !this.#explicit && /^\s*\[?\d{1,2}:\d\d/.test(line) ? 'none' : undefined;
    if (/(?:Error|Exception|Warning|Failure)$/.test(label.name)) return undefined;
    if (this.#explicit && this.#place.role === 'tool' && !label.timed) return undefined;
    const known = this.#layout.names.has(label.name) || label.timed || (!this.#explicit && /^\s*[^\s*•-].*[.!?]$/.test(line));
    if (!known) return undefined;
    return /^(?:me|i|self|agent)$/i.test(label.name) ? 'assistant' : 'user';
  }

  #flush(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    if (!draft) return;
    const whole = draft.kind === 'item' && draft.text.length <= SHORT_ITEM;
    for (const piece of whole ? [squash(draft.text)] : sentences(draft.text)) this.#push(piece, draft.kind);
    if (draft.kind === 'prose') this.#place.lead = /[:：]\**$/.test(draft.text.slice(-8)) ? squash(draft.text) : '';
  }

  #push(text: string, kind: Kind, role = this.#place.role): void {
    const { turn, block, section, lead } = this.#place;
    const trusted = role === 'user' || role === 'assistant' || (role === 'system' && turn <= 1);
    const injected = isInjection(text, kind === 'heading' || (trusted && !this.#inMail));
    this.#units.push({
      text,
      kind,
      role,
      turn,
      block,
      section: kind === 'item' && lead ? lead : section,
      order: this.#units.length,
      injected,
      passedOn: this.#inMail || this.#quoted,
    });
  }
}

function withoutClosingTag(line: string): string {
  return line.length > 2_000 ? line : line.replace(CLOSING_TAG, '');
}

/** Whether a cell of a table holds running text: several sentences, or lines of its own. */
function isSpeech(cell: string): boolean {
  return cell.length > 80 && (/[.!?]\s+\p{Lu}/u.test(cell) || /<br\s*\/?>/i.test(cell));
}

/** A heading of a log: what was said under the one before it ends there. */
const DATED = /^(?:\p{L}{2,9}\.?,?\s)?\d{1,2}(?:\.?\s\p{L}{3,9}|[./:-]\d)/u;

/** From: Ana Prado <ana@example.org> */
const MAIL_HEAD = /^\s{0,8}(?:>\s?)?From:\s.{0,80}@|\bmail\b.{0,40}\bfrom\s+["“]?[^"“”<>]{1,40}["”]?\s*<[^<>\s]+@[^<>\s]+>/i;

/** [contact form, 13:15, name: Ana] */
const SENT_IN = /^\s*\[(?:[\w-]+\s){0,2}(?:form|e-?mail|sms|voicemail|letter|fax|submission|attachment)\b[^\]]{0,100}\]\s*$/i;

/** A heading in capitals, with a date or a name behind it. */
const CAPITALS = /^\s*\p{Lu}{3,}[\p{Lu}\d ,&/'’-]{0,50}(?:\([^()]{1,40}\))?\s*:?\s*$/u;

/** A command typed into a shell: what comes after it, until somebody speaks, is its output. */
const PROMPT = /^\s*(?:\$|PS [A-Z]:\\[^>]{0,60}>|[\w.-]{1,30}@[\w.-]{1,40}:\S{0,60}[$#])\s+\S/;
/** The same where its prompt names user and host: a sign plain enough amid what a person says. */
const HOST_PROMPT = /^\s*[\w.-]{1,30}@[\w.-]{1,40}:\S{0,60}[$#]\s+(?!#)\S/;

/** A line that cannot be the end of a sentence. */
const OPEN_END =
  /\s(?:the|a|an|of|and|or|to|before|after|until|by|from|at|in|on|for|with|than|is|are|der|die|das|und|oder|vor|nach|bis|mit|für|le|la|les|de|et|ou|avant|el|los|y|o|antes)$/i;

/** Whether a line goes on with the paragraph before it: the line before was full and did not end a sentence, or this one is indented under an item. */
function continues(draft: Draft, line: string): boolean {
  if (draft.text.length > MAX_PARAGRAPH) return false;
  if (draft.kind === 'item' && /^\s{2,}\S/.test(line)) return true;
  if (/[:：]\**$/.test(draft.lastLine.slice(-8).trim())) return false;
  if (OPEN_END.test(draft.lastLine)) return true;
  return /^\s*["'(`]?\p{Ll}/u.test(line) || (draft.lastLine.length >= 60 && !/^\s*(?:\[|\d{1,2}:\d\d)/.test(line));
}
