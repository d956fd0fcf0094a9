import type { Credential } from './masking.ts';
import type { Name } from './named-secrets.ts';
import { isMixed, isOpaque, isPlaceholder, runAt } from './secret-values.ts';

type Column = { at: number; kind: string; strict: boolean };

const NAMES = String.raw`(?:[\w -]{0,20}[ _-])?(?:password|passwd|passwort|passphrase|contraseña|mot de passe|senha|wachtwoord|пароль|pwd|pass|secret|token|api[ _-]?key|access[ _-]?key|secret[ _-]?key|client[ _-]?secret|credential)s?`;
/** What a cell holds before and behind a name, and its end. */
const BEFORE = /(?:^|[\n|,;\t])[ \t"'`*_]{0,12}(?:[\w-]{1,20}[ _-]){0,2}$/;
const BEHIND = /s?[ \t"'`*_]{0,12}(?:[|,;\t\r\n]|$)/y;
const PASSWORD = /pass|pwd|contraseña|senha|wachtwoord|пароль|credential/iu;
const IS_NAME = new RegExp(`^${NAMES}$`, 'iu');
const RULE = /^[\s|+:=-]*$/;
/** Rows that are read below one heading. */
const MOST_ROWS = 2_000;

/** Cells below one of `names` that is a heading, in markdown, CSV, tabs or what a database prints. */
export function cells(text: string, names: readonly Name[]): Credential[] {
  const found: Credential[] = [];
  let read = 0;
  for (const { at: name, end } of names) {
    if (name < read || runAt(BEHIND, text, end) === '' || !BEFORE.test(text.slice(Math.max(0, name - 80), name))) continue;
    const start = text.lastIndexOf('\n', name) + 1;
    const [heading, below] = lineFrom(text, start);
    read = below;
    const sign = ['|', '\t', ';', ','].find((each) => heading.includes(each));
    if (sign === undefined || heading.length > MOST_HEADING) continue;
    const headings = split(heading, sign);
    const columns = headings.flatMap(({ text: name }, at): Column[] =>
      IS_NAME.test(name) ? [{ at, kind: PASSWORD.test(name) ? 'password' : 'access token', strict: !PASSWORD.test(name) }] : [],
    );
    for (let rows = 0, at = below; rows < MOST_ROWS && at < text.length; rows++) {
      const [line, next] = lineFrom(text, at);
      if (!RULE.test(line)) {
        const row = split(line, sign);
        if (row.length !== headings.length) break;
        for (const { at: column, kind, strict } of columns) {
          const cell = row[column]!;
          if (isValue(cell.text, strict)) found.push({ start: at + cell.at, end: at + cell.at + cell.text.length, kind });
        }
      } else if (line.trim() === '') break;
      at = next;
      read = next;
    }
  }
  return found;
}

const MOST_HEADING = 1_000;

function lineFrom(text: string, start: number): [line: string, next: number] {
  const end = text.indexOf('\n', start);
  return end < 0 ? [text.slice(start), text.length] : [text.slice(start, end), end + 1];
}

/** The cells of a line, without spaces and marks, each with where it begins. */
function split(line: string, sign: string): { text: string; at: number }[] {
  let at = 0;
  return line.split(sign).map((cell) => {
    const begin = at + /^[\s"'`*]*/.exec(cell)![0].length;
    at += cell.length + 1;
    return { text: cell.replace(/^[\s"'`*]+/, '').replace(/[\s"'`*]+$/, ''), at: begin };
  });
}

function isValue(value: string, strict: boolean): boolean {
  if (isPlaceholder(value) || /[\s()]/.test(value)) return false;
  return isOpaque(value) || (!strict && isMixed(value)) || (!strict && /^\d{6,}$/.test(value));
}
