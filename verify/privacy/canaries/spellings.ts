import { hash } from 'node:crypto';
import type { Canary } from './canaries.ts';

/** One spelling of a canary: what is looked for, byte by byte. */
export type Needle = { canary: Canary; spelling: string; bytes: Buffer };

/** Characters of a hexadecimal digest that are looked for: the rest may have been cut off. */
const digestChars = 16;

/** Every spelling in which `canary` could stand somewhere. */
export function needlesOf(canary: Canary): Needle[] {
  const { kind, text, whole } = canary;
  const spellings = [
    ...new Map(spellingsOf(kind, text, whole).map(([name, bytes]) => [bytes.toString('latin1'), { name, bytes }])).values(),
  ];
  return spellings.map(({ name, bytes }) => ({ canary, spelling: name, bytes }));
}

type Spelling = readonly [name: string, bytes: Buffer];

function spellingsOf(kind: Canary['kind'], text: string, whole: string | undefined): Spelling[] {
  if (kind === 'key_hash' || kind === 'wrong_key_hash') return digestSpellings(text);
  // The service keeps the digest of a key by contract: it is a canary of its own, of another kind.
  const digested = kind === 'key' || kind === 'wrong_key' ? [] : [text, ...(whole === undefined ? [] : [whole])];
  return [...textSpellings(text), ...digested.flatMap((value) => digestSpellings(hash('sha256', value)))];
}

function textSpellings(text: string): Spelling[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const units = [...text].map((char) => char.charCodeAt(0).toString(16).padStart(4, '0'));
  const percent = hex.replaceAll(/../g, '%$&');
  const spelled: [name: string, text: string][] = [
    ['plain', text],
    ['upper case', text.toUpperCase()],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['JSON \\u', units.map((unit) => `\\u${unit}`).join('')],
    ['JSON \\u', units.map((unit) => `\\u${unit.toUpperCase()}`).join('')],
    ['URL', encodeURIComponent(text)],
    ['URL, every byte', percent],
    ['URL, every byte', percent.toUpperCase()],
    ['list of bytes', bytes.join(',')],
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ...[0, 1, 2].flatMap((shift) => base64Spellings(bytes, shift)),
  ];
  return [
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ...spelled.map(([name, value]) => [name, Buffer.from(value)] as const),
    ...uuidSpellings(text),
  ];
}

/** What is certain of a text's base64 when `shift` unknown bytes stand before it and anything behind it. */
function base64Spellings(bytes: Buffer, shift: number): [name: string, text: string][] {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const certain = whole.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  return [
    ['base64', certain],
    ['base64url', certain.replaceAll('+', '-').replaceAll('/', '_')],
  ];
}

function digestSpellings(hex: string): Spelling[] {
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
function uuidSpellings(text: string): Spelling[] {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return [];
  const hex = text.replaceAll('-', '');
  return [
    ['UUID without dashes', Buffer.from(hex)],
    ['UUID, raw', Buffer.from(hex, 'hex')],
  ];
}
