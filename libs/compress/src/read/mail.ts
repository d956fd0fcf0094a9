import type { Turn } from '../reading.ts';
import { roleOfName } from './speakers.ts';

/** The names of fields of a mail's head in the languages that mail programs speak. */
const FIELDS =
  'from|to|cc|date|sent|subject|von|an|datum|gesendet|betreff|de|para|à|objet|asunto|fecha|da|oggetto|assunto|van|aan|onderwerp';
const FIELD = new RegExp(String.raw`^\s*[*_]{0,2}(${FIELDS})[*_]{0,2}\s?:\s*[*_]{0,2}\s*(.*)$`, 'i');
const FROM = /^(?:from|von|de|da|van)$/i;
const SENDER = /^[\s>*_]{0,6}(?:from|von|de|da|van)[*_]{0,2}\s?:/i;
const DATE = /^(?:date|sent|datum|gesendet|fecha)$/i;
/** Fewest mails of which a text is taken for a correspondence. */
const LEAST = 2;
const MOST_FIELDS = 8;

type Mail = { from: string; time: number; lines: string[] };

/** The mails of a text that begins with the head of one, oldest first where their dates can be read; undefined for any other text. */
export function mailsOf(content: string): Turn[] | undefined {
  const start = /\S[^\n\r]*/.exec(content)?.[0];
  if (start === undefined || !FIELD.test(unquoted(start))) return undefined;
  const lines = content.split(/\r\n|[\n\r]/);
  const first = lines.findIndex((line) => line.trim());
  if (!headAt(lines, first)) return undefined;
  const mails: Mail[] = [];
  for (let i = first; i < lines.length; i++) {
    const head = headAt(lines, i);
    if (head) {
      mails.push({ from: head.from, time: head.time, lines: head.rest });
      i += head.length - 1;
    } else mails.at(-1)!.lines.push(unquoted(lines[i]!));
  }
  if (mails.length < LEAST) return undefined;
  const dated = mails.every(({ time }) => !Number.isNaN(time));
  const ordered = dated ? mails.toSorted((a, b) => a.time - b.time) : mails;
  return ordered.map(({ from, lines: own }) => ({ role: roleOfName(from), speaker: from, text: own.join('\n'), quoted: false }));
}

/** Whether a mail begins at line `i`, in whatever text: its sender stands first. */
export function beginsMail(lines: readonly string[], i: number): boolean {
  return SENDER.test(lines[i]!) && headAt(lines, i) !== undefined;
}

/** The head of a mail that begins at line `i`: at least two fields, one of them the sender. */
function headAt(lines: readonly string[], i: number): { from: string; time: number; rest: string[]; length: number } | undefined {
  const fields: [key: string, value: string][] = [];
  for (let n = i; n < lines.length && fields.length < MOST_FIELDS; n++) {
    const field = FIELD.exec(unquoted(lines[n]!));
    if (!field) break;
    fields.push([field[1]!, field[2]!]);
  }
  const from = fields.find(([key]) => FROM.test(key))?.[1];
  if (fields.length < 2 || from === undefined) return undefined;
  const date = fields.find(([key]) => DATE.test(key))?.[1] ?? '';
  const other = fields.filter(([key]) => !FROM.test(key) && !DATE.test(key) && !/^(?:to|cc|an|para|à|aan)$/i.test(key));
  return {
    from: from.replace(/<[^<>]*>/g, '').trim() || from,
    time: Date.parse(date),
    rest: other.map(([, value]) => value),
    length: fields.length,
  };
}

function unquoted(line: string): string {
  return line.replace(/^(?:\s?>){1,40}\s?/, '');
}
