import { hash } from 'node:crypto';
import type { Kind } from './kinds.ts';

/** A text that occurs nowhere else in the world, and where it was planted. */
export type Canary = {
  /** Route and place: `review body.title`. */
  label: string;
  kind: Kind;
  text: string;
  /** The whole value that it stood in, when that is longer: a store might keep a digest of it. */
  whole: string | undefined;
};

const tokenChars = 14;

/** All canaries of one run. The same seed plants the same texts. */
export class Canaries {
  readonly all: Canary[] = [];
  readonly #known = new Set<string>();
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** A new text of lower-case letters and digits, the first a letter: legal in every field, header, query and path. */
  token(): string {
    return `c${BigInt(`0x${this.#digest()}`).toString(36)}`.slice(0, tokenChars);
  }

  /** A unique IPv6 address of the documentation prefix, without zeros that could be shortened. */
  address(): string {
    const groups = this.#digest().match(/.{3}/g) ?? [];
    return ['2001:db8', ...groups.slice(0, 6).map((group) => `a${group}`)].join(':');
  }

  add(kind: Kind, label: string, text: string, whole?: string): string {
    const id = `${kind} ${text}`;
    if (this.#known.has(id)) return text;
    this.#known.add(id);
    this.all.push({ label, kind, text, whole: whole === text ? undefined : whole });
    return text;
  }

  /** A new token, remembered. */
  plant(kind: Kind, label: string): string {
    return this.add(kind, label, this.token());
  }

  /** A well-formed key that nobody holds, remembered with its hash. */
  plantKey(label: string): string {
    const key = this.add('wrong_key', label, `rs_${this.#digest().slice(0, 24)}`);
    this.add('wrong_key_hash', `${label}, its hash`, hash('sha256', key));
    return key;
  }

  #digest(): string {
    return hash('sha256', `${this.#seed}/${this.#drawn++}`);
  }
}
