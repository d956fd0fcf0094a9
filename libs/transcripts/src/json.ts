/** A string of a JSON text, decoded when it is asked for. */
export class Text {
  readonly source: string;
  /** Where it begins and ends, without its quotes. */
  readonly start: number;
  readonly end: number;

  constructor(source: string, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  get value(): string {
    return this.decoded().value;
  }

  /** What it says, and after each escape the pair [offset in it, offset in the source]. */
  decoded(): { value: string; steps: [number, number][] } {
    const raw = this.source.slice(this.start, this.end);
    const steps: [number, number][] = [];
    let value = '';
    let from = 0;
    for (let slash = raw.indexOf('\\'); slash >= 0; slash = raw.indexOf('\\', from)) {
      value += raw.slice(from, slash);
      const kind = raw[slash + 1] ?? '';
      const code = kind === 'u' ? raw.slice(slash + 2, slash + 6) : '';
      const isCode = /^[0-9a-fA-F]{4}$/.test(code);
      value += isCode ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[kind] ?? kind);
      from = slash + (isCode ? 6 : 2);
      steps.push([value.length, this.start + from]);
    }
    return { value: value + raw.slice(from), steps };
  }
}

export type Fields = { readonly [key: string]: Json | undefined };
export type Json = Text | number | boolean | null | Fields | readonly Json[];

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
/** Deeper texts are no transcripts. */
const DEPTH = 200;

export function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Text);
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** What a string says; '' for anything else. */
export function wordOf(value: Json | undefined): string {
  return value instanceof Text ? value.value : '';
}

/**
 * The value that `source` holds between `from` and `to`; undefined when it is not JSON. A value whose end is cut off counts with what is
 * there. Of one whose beginning is cut off (`cut`) the rest counts: what follows the first place from which it can be read, and what has
 * lost its key stands under ''.
 */
export function parsed(source: string, from = 0, to = source.length, cut = true): Json | undefined {
  const whole = attempt(() => new Parser(source, from, to).document());
  if (whole !== undefined || !cut) return whole;
  for (const start of startsOf(source, from, to)) {
    const rest = attempt(() =>
      new Parser(source, start, to).rest(start > from ? new Text(source, from, Math.max(from, start - 1)) : undefined),
    );
    if (rest !== undefined) return rest;
  }
  return undefined;
}

/** The whole value that begins at `from`, and where it ends; undefined when there is none. */
export function valueAt(source: string, from: number): { value: Json; end: number } | undefined {
  return attempt(() => new Parser(source, from, source.length).whole());
}

/** The objects of JSON lines; those of a first line that is cut, and of a last one, with what is left of them. */
export function objectsOf(source: string): Fields[] {
  const found: Fields[] = [];
  let start = 0;
  while (start < source.length) {
    const stop = source.indexOf('\n', start);
    const end = stop < 0 ? source.length : stop;
    const value = end > start ? parsed(source, start, end, start === 0) : undefined;
    if (isFields(value)) found.push(value);
    start = end + 1;
  }
  return found;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

/** Where the rest of a cut text may be read from: after the string that was cut, after the line that was, or at once. */
function startsOf(source: string, from: number, to: number): number[] {
  const line = source.indexOf('\n', from) + 1;
  const quote = endOfString(source, from, to) + 1;
  const starts = line > from && line < to ? [line, quote, from] : [quote, from];
  return starts.filter((start) => start <= to);
}

/** What is left of the string in which a text begins whose beginning is cut off. */
export function restOf(source: string): Text | undefined {
  if (/^\s*[[{]/.test(source)) return undefined;
  const end = endOfString(source, 0, source.length);
  const isLast = /^"\s*(?:[,}\]]|$)/.test(source.slice(end, end + 20));
  return isLast && end > 0 && !/[\n\r]/.test(source.slice(0, end)) ? new Text(source, 0, end) : undefined;
}

/** The offset of the quote that ends a string which goes on at `from`; `to` when none does. */
function endOfString(source: string, from: number, to: number): number {
  for (let at = source.indexOf('"', from); at >= 0 && at < to; at = source.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && source.charCodeAt(at - slashes - 1) === 92) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return to;
}

class NoJson extends Error {}

class Parser {
  readonly #source: string;
  readonly #end: number;
  #at: number;

  constructor(source: string, from: number, to: number) {
    this.#source = source;
    this.#at = from;
    this.#end = to;
  }

  document(): Json {
    this.#skip();
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#end || typeof value !== 'object' || value === null) throw new NoJson();
    return value;
  }

  whole(): { value: Json; end: number } {
    const value = this.#value(0);
    if (this.#at > this.#end || !/[}\]"]/.test(this.#source[this.#at - 1] ?? '')) throw new NoJson();
    return { value, end: this.#at };
  }

  /** The end of a value that began earlier: what is in it, in what is around it. `first`: the end of a string that was cut. */
  rest(first: Text | undefined): Json {
    let fields: Record<string, Json> = Object.create(null);
    let list: Json[] = first && first.end > first.start ? [first] : [];
    for (;;) {
      this.#skip();
      const sign = this.#source[this.#at];
      if (this.#at >= this.#end) break;
      if (sign === ',') this.#at++;
      else if (sign === '}' || sign === ']') {
        this.#at++;
        const inner = sign === '}' ? merged(fields, list) : Object.keys(fields).length > 0 ? [...list, fields] : list;
        fields = Object.create(null);
        list = [inner];
      } else {
        const value = this.#value(0);
        this.#skip();
        if (value instanceof Text && this.#source[this.#at] === ':') {
          this.#at++;
          this.#skip();
          if (this.#at < this.#end) fields[value.value] = this.#value(0);
        } else list.push(value);
      }
    }
    if (Object.keys(fields).length > 0) return merged(fields, list);
    return list.length === 1 ? list[0]! : list;
  }

  #skip(): void {
    for (; this.#at < this.#end; this.#at++) {
      const code = this.#source.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9 && code !== 0xfeff) return;
    }
  }

  #value(depth: number): Json {
    if (depth > DEPTH) throw new NoJson();
    const sign = this.#source[this.#at];
    if (sign === '"') return this.#string();
    if (sign === '{') return this.#object(depth);
    if (sign === '[') return this.#array(depth);
    return this.#scalar();
  }

  #string(): Text {
    const start = this.#at + 1;
    const end = endOfString(this.#source, start, this.#end);
    this.#at = end + 1;
    return new Text(this.#source, start, end);
  }

  #object(depth: number): Fields {
    const fields: Record<string, Json> = Object.create(null);
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#at >= this.#end) return fields;
      const sign = this.#source[this.#at];
      if (sign === ',') this.#at++;
      else if (sign === '}') {
        this.#at++;
        return fields;
      } else if (sign === '"') {
        const key = this.#string().value;
        this.#skip();
        if (this.#at >= this.#end) return fields;
        if (this.#source[this.#at] !== ':') throw new NoJson();
        this.#at++;
        this.#skip();
        if (this.#at >= this.#end) return fields;
        fields[key] = this.#value(depth + 1);
      } else throw new NoJson();
    }
  }

  #array(depth: number): Json[] {
    const list: Json[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#at >= this.#end) return list;
      const sign = this.#source[this.#at];
      if (sign === ',') this.#at++;
      else if (sign === ']') {
        this.#at++;
        return list;
      } else list.push(this.#value(depth + 1));
    }
  }

  #scalar(): number | boolean | null {
    const start = this.#at;
    while (this.#at < this.#end && /[-+.\w]/.test(this.#source[this.#at]!)) this.#at++;
    const word = this.#source.slice(start, this.#at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    // A word that the end of the text cuts off says nothing.
    if (this.#at >= this.#end && word !== '') return null;
    const number = word === '' ? Number.NaN : Number(word);
    if (Number.isNaN(number)) throw new NoJson();
    return number;
  }
}

function merged(fields: Record<string, Json>, list: readonly Json[]): Fields {
  if (list.length > 0) fields[''] ??= list.length === 1 ? list[0]! : list;
  return fields;
}
