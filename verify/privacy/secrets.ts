import { createHash } from 'node:crypto';

/** The buckets of `GET /privacy`. */
export const buckets = ['stored', 'ephemeral', 'sent_to_ai_providers', 'public', 'never_retained'] as const;
export type Bucket = (typeof buckets)[number];

/** What a planted text is, which decides where it may be found (see expectations.ts). */
export type Kind =
  | 'handle'
  | 'uuid'
  | 'key'
  | 'key_hash'
  | 'key_prefix'
  | 'parameter_class'
  | 'duration'
  | 'review_text'
  | 'schedule_text'
  | 'transcript'
  | 'record_id'
  | 'withdrawn'
  | 'content'
  | 'result'
  | 'ephemeral'
  | 'wrong_key'
  | 'wrong_key_hash'
  | 'never'
  | 'witness';

const bucketOf: Record<Kind, Bucket> = {
  handle: 'public',
  parameter_class: 'public',
  review_text: 'public',
  uuid: 'stored',
  key_hash: 'stored',
  key_prefix: 'stored',
  duration: 'stored',
  schedule_text: 'stored',
  transcript: 'stored',
  record_id: 'stored',
  withdrawn: 'stored',
  witness: 'stored',
  ephemeral: 'ephemeral',
  content: 'sent_to_ai_providers',
  key: 'never_retained',
  result: 'never_retained',
  wrong_key: 'never_retained',
  wrong_key_hash: 'never_retained',
  never: 'never_retained',
};

/** A text that occurs nowhere else in the world, and where it was planted. */
export type Secret = {
  /** Route and place: `review body.title`. */
  label: string;
  kind: Kind;
  bucket: Bucket;
  text: string;
  /** The whole value that it stood in, when that is longer: a store might keep a digest of it. */
  whole: string | undefined;
};

const tokenChars = 14;

/** All secrets of one run. The same seed plants the same texts. */
export class Secrets {
  readonly all: Secret[] = [];
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

  /** A well-formed key that nobody holds. */
  unknownKey(): string {
    return `rs_${this.#digest().slice(0, 24)}`;
  }

  /** A unique IPv6 address of the documentation prefix, without zeros that could be shortened. */
  address(): string {
    const groups = this.#digest().match(/.{3}/g) ?? [];
    return `2001:db8:${groups
      .slice(0, 6)
      .map((group) => `a${group}`)
      .join(':')}`;
  }

  add(kind: Kind, label: string, text: string, whole?: string): string {
    const id = `${kind} ${text}`;
    if (this.#known.has(id)) return text;
    this.#known.add(id);
    this.all.push({ label, kind, bucket: bucketOf[kind], text, whole: whole === text ? undefined : whole });
    return text;
  }

  /** A new token, remembered. */
  plant(kind: Kind, label: string): string {
    return this.add(kind, label, this.token());
  }

  /** An unknown key, remembered with its hash. */
  plantKey(label: string): string {
    const key = this.add('wrong_key', label, this.unknownKey());
    this.add('wrong_key_hash', `${label}, its hash`, sha256(key));
    return key;
  }

  #digest(): string {
    return sha256(`${this.#seed}/${this.#drawn++}`);
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
