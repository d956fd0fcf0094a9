import type { About } from './script.ts';
import { trimmed } from './script.ts';
import type { Role, Transcript, Turn } from './turn.ts';

/** A text that is put together from pieces of another: turns in order, each piece with the place that it is from. */
export class Rendering {
  readonly #parts: string[] = [];
  readonly #turns: Turn[] = [];
  readonly #sources: [number, number][] = [];
  #length = 0;
  #open: { role: Role; about: About; start: number } | undefined;

  /** Begins a turn; pieces that follow belong to it. */
  open(role: Role, about: About = {}): void {
    this.#close();
    this.#open = { role, about, start: this.#length };
  }

  /** Adds a piece that stands at `at` in the input; `steps` are further pairs [offset in the piece, offset in the input]. */
  add(piece: string, at: number, steps: readonly (readonly [number, number])[] = []): void {
    if (piece === '') return;
    this.#sources.push([this.#length, at]);
    for (const [offset, source] of steps) this.#sources.push([this.#length + offset, source]);
    this.#parts.push(piece);
    this.#length += piece.length;
  }

  read(): Transcript {
    this.#close();
    return { text: this.#parts.join(''), turns: this.#turns, sources: this.#sources };
  }

  #close(): void {
    if (!this.#open) return;
    const { role, about, start } = this.#open;
    this.#open = undefined;
    if (this.#length === start) return;
    const own = this.#partsFrom(start);
    const [from, to] = trimmed(own, 0, own.length);
    if (from < to) this.#turns.push({ role, ...about, start: start + from, end: start + to });
    this.#parts.push('\n\n');
    this.#length += 2;
  }

  /** What was added since `start`. */
  #partsFrom(start: number): string {
    let length = 0;
    let i = this.#parts.length;
    while (length < this.#length - start) length += this.#parts[--i]!.length;
    return this.#parts.slice(i).join('');
  }
}

/** The offset in the input of a place in a rendered text. */
export function originOf({ sources }: Transcript, offset: number): number {
  if (!sources || sources.length === 0) return offset;
  let low = 0;
  let high = sources.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sources[middle]![0] <= offset) low = middle;
    else high = middle - 1;
  }
  const [from, to] = sources[low]!;
  return to + Math.max(0, offset - from);
}
