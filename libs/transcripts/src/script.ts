import type { Role, Transcript, Turn } from './turn.ts';

/** What is known of a turn besides its place. */
export type About = Omit<Turn, 'role' | 'start' | 'end'>;

/** Parts a text into turns, in order: each goes on to where the next one opens. */
export class Script {
  readonly #text: string;
  readonly #marks: { role: Role; at: number; start: number; about: About }[];

  /** `head`: who speaks before the first turn is opened. */
  constructor(text: string, head: Role, about: About = {}) {
    this.#text = text;
    this.#marks = [{ role: head, at: 0, start: 0, about }];
  }

  get role(): Role {
    return this.#marks.at(-1)!.role;
  }

  /** Opens a turn whose label begins at `at` and whose content begins at `start`. */
  open(role: Role, at: number, start = at, about: About = {}): void {
    const last = this.#text.length;
    this.#marks.push({ role, at: Math.min(at, last), start: Math.min(start, last), about });
  }

  /** Goes on in the same turn, or opens one of another role at `at`. */
  turnTo(role: Role, at: number, about: About = {}): void {
    if (this.role !== role) this.open(role, at, at, about);
  }

  /** The turns with content, without the blank lines around them. */
  read(): Transcript {
    const turns: Turn[] = [];
    for (const [i, { role, at, start, about }] of this.#marks.entries()) {
      const stop = this.#marks[i + 1]?.at ?? this.#text.length;
      const [from, to] = trimmed(this.#text, start > at ? blankless(this.#text, start, stop) : start, stop);
      if (from < to) turns.push({ role, ...about, start: from, end: to });
    }
    return { text: this.#text, turns };
  }
}

/** The first place after a label that is no space on its line. */
function blankless(text: string, start: number, end: number): number {
  let from = start;
  if (start > 0 && text[start - 1] !== '\n')
    while (from < end && (text[from] === ' ' || text[from] === '\t' || text[from] === '\u00a0')) from++;
  return from;
}

/** A piece of a text without the blank lines before it and the white space after it. */
export function trimmed(text: string, start: number, end: number): [number, number] {
  let from = start;
  for (let i = start; i < end && isSpace(text.charCodeAt(i)); i++) if (text.charCodeAt(i) === 10) from = i + 1;
  let to = end;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return [from, to];
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}
