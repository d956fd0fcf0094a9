import { createHash } from 'node:crypto';
import type { Secret } from './secrets.ts';

/** One spelling of a secret: what is looked for, byte by byte. */
export type Needle = { secret: Secret; form: string; bytes: Buffer };

/** Characters of a hexadecimal digest that are looked for: the rest may have been cut off. */
const digestChars = 16;

/** Every spelling in which `secret` could stand somewhere. */
export function needlesOf(secret: Secret): Needle[] {
  if (secret.kind === 'key_hash' || secret.kind === 'wrong_key_hash') return distinct(secret, digestForms(secret.text));
  const digests = [secret.text, secret.whole].filter((text) => text !== undefined).flatMap((text) => digestForms(digestOf(text)));
  // The service keeps the digest of a key by contract: it is a secret of its own, of another kind.
  const isKey = secret.kind === 'key' || secret.kind === 'wrong_key';
  return distinct(secret, [...textForms(secret.text), ...(isKey ? [] : digests)]);
}

type Form = readonly [form: string, bytes: Buffer];

function textForms(text: string): Form[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
  const percent = (hex.match(/../g) ?? []).map((byte) => `%${byte}`).join('');
  return [
    ['plain', bytes],
    ['upper case', Buffer.from(text.toUpperCase())],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['JSON', Buffer.from(JSON.stringify(text).slice(1, -1))],
    ['JSON \\u', Buffer.from(units.map((unit) => `\\u${unit}`).join(''))],
    ['JSON \\u', Buffer.from(units.map((unit) => `\\u${unit.toUpperCase()}`).join(''))],
    ['URL', Buffer.from(encodeURIComponent(text))],
    ['URL, every byte', Buffer.from(percent)],
    ['URL, every byte', Buffer.from(percent.toUpperCase())],
    ['list of bytes', Buffer.from([...bytes].join(','))],
    ['hex', Buffer.from(hex)],
    ['hex', Buffer.from(hex.toUpperCase())],
    ...[0, 1, 2].flatMap((shift) => base64Forms(bytes, shift)),
    ...uuidBytes(text),
  ];
}

/** What is certain of a text's base64 when `shift` unknown bytes stand before it and anything behind it. */
function base64Forms(bytes: Buffer, shift: number): Form[] {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const certain = whole.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  return [
    ['base64', Buffer.from(certain)],
    ['base64url', Buffer.from(certain.replaceAll('+', '-').replaceAll('/', '_'))],
  ];
}

function digestForms(hex: string): Form[] {
  const bytes = Buffer.from(hex, 'hex');
  return [
    ['SHA-256', Buffer.from(hex.slice(0, digestChars))],
    ['SHA-256', Buffer.from(hex.slice(0, digestChars).toUpperCase())],
    ['SHA-256 in base64', Buffer.from(bytes.toString('base64').slice(0, digestChars))],
    ['SHA-256 in base64url', Buffer.from(bytes.toString('base64url').slice(0, digestChars))],
    ['SHA-256, raw', bytes.subarray(0, 12)],
  ];
}

/** PostgreSQL keeps a UUID as its 16 bytes. */
function uuidBytes(text: string): Form[] {
  const hex = text.replaceAll('-', '');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return [];
  return [
    ['UUID without dashes', Buffer.from(hex)],
    ['UUID, raw', Buffer.from(hex, 'hex')],
  ];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function distinct(secret: Secret, forms: Form[]): Needle[] {
  const seen = new Map<string, Needle>();
  for (const [form, bytes] of forms) {
    const spelling = bytes.toString('latin1');
    if (!seen.has(spelling)) seen.set(spelling, { secret, form, bytes });
  }
  return [...seen.values()];
}
