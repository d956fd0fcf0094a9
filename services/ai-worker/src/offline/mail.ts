/** Mail in plain text: its heads name who speaks, and a quoted mail is older than the one that quotes it. */

const FIELD =
  /^(?:\s*[*_]{0,2})(from|to|cc|bcc|date|sent|subject|reply-to|message-id|von|an|datum|betreff|de|para|à|objet|asunto|fecha)[*_]{0,2}\s?:\s*[*_]{0,2}\s*(.*)$/i;
const FROM = /^(?:from|von|de)$/i;
const DATE = /^(?:date|sent|datum|fecha)$/i;
const SUBJECT = /^(?:subject|betreff|objet|asunto)$/i;
const WROTE = /^(?:on|am|le|el)\s.{4,90}\s(?:wrote|schrieb.{0,60}|a\s+écrit|escribió)\s*:\s*$/i;
const TOOL =
  /^\W*(?:shell|bash|terminal|tools?|no-?reply|notifications?|alerts?|jira|jenkins|github|gitlab|monitoring|cron|mailer-daemon|postmaster|auto-?reply|out\s+of\s+office)(?:[-_ .<@]|$)/i;
const AGENT = /(?:^|[-_ .<])(?:agent|assistant|bot|ai|copilot)(?:[-_ .@>]|$)/i;
/** Fewest levels of quotation at which the order of a text is turned round, and deepest one looked at. */
const LEVELS = { least: 2, most: 40 };
/** Share of mails whose date must be readable for their dates to tell their order. */
const DATED = 0.7;

/** The mails of a text, oldest first and each under a label of who speaks; a text without mails is answered as it is. */
export function unwrapMails(content: string): string {
  if (!opensAsMail(content)) return content;
  const mails = mailsIn(oldestFirst(content.split('\n')));
  if (!mails.some((mail) => mail.label)) return content;
  return inOrderOfTime(mails)
    .flatMap(({ label, lines }) => [label, ...lines, ''])
    .join('\n');
}

type Mail = { label: string; lines: readonly string[]; time: number };

/** The mails in the order in which they stand, without the marks of quotation; what stands before the first has no label. */
function mailsIn(lines: readonly string[]): Mail[] {
  const mails: (Mail & { lines: string[] })[] = [{ label: '', lines: [], time: Number.NaN }];
  for (let i = 0; i < lines.length; i++) {
    const head = headAt(lines, i);
    const wrote = WROTE.test(withoutMarks(lines[i]!));
    if (head) {
      mails.push({ label: labelFor(head.from), lines: head.subject ? [head.subject, ''] : [], time: timeOf(head.date) });
      i += head.length - 1;
    } else if (wrote) mails.push({ label: labelFor(lines[i]!), lines: [], time: timeOf(lines[i]!) });
    else if (!SEPARATOR.test(lines[i]!)) mails.at(-1)!.lines.push(lines[i]!);
  }
  return mails.map((mail) => ({ ...mail, lines: withoutFooter(withoutQuotation(mail.lines)) }));
}

/** Lines that a signature under "--" may have. */
const FOOTER = 14;

/** Takes off the signature and what a company puts under every mail. */
function withoutFooter(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => /^--\s*$/.test(line));
  const end = lines.findLastIndex((line) => line.trim());
  return at > 0 && end - at <= FOOTER ? lines.slice(0, at) : lines;
}

const SEPARATOR =
  /^[\s>]*-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original)\s*-{2,}\s*$/i;

/** Takes off the marks that all lines of a mail carry, those of the mail being quoted itself. */
function withoutQuotation(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => withoutMarks(line).trim()).map(depthOf);
  const depth = Math.min(...depths, LEVELS.most);
  return lines.map((line) => (depth > 0 ? line.replace(new RegExp(`^(?:\\s?>){1,${depth}}\\s?`), '') : line));
}

/** Puts mails in the order of their dates where most of them have one; a mail without follows the one before it, automatic answers come first. */
function inOrderOfTime(mails: readonly Mail[]): readonly Mail[] {
  const dated = mails.filter(({ time }) => !Number.isNaN(time)).length;
  if (dated < LEVELS.least || dated < DATED * mails.filter(({ label }) => label).length) return mails;
  let last = 0;
  const timed = mails.map((mail) => ({ mail, time: Number.isNaN(mail.time) ? last : (last = mail.time) }));
  return timed.toSorted((a, b) => a.time - b.time).map(({ mail }) => mail);
}

function timeOf(text: string): number {
  const clock = /(\d{1,2})[:.](\d\d)/.exec(text)?.[0] ?? '';
  const day = /\d{4}-\d\d-\d\d|\d{1,2}\.?\s+\p{L}{3,9}\.?,?\s+\d{4}|\p{L}{3,9}\.?\s\d{1,2},?\s+\d{4}/u.exec(text)?.[0] ?? '';
  return day ? Date.parse(`${day.replace('.', '')} ${clock.replace('.', ':')} UTC`) : Number.NaN;
}

/** Whether a text is mail from its start on: a mail that stands inside of a text, as in the output of a tool, names no speaker of that text. */
function opensAsMail(content: string): boolean {
  const lines = content.split('\n', 2_000);
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim()),
  );
  const quotes = lines.filter((line) => WROTE.test(withoutMarks(line))).length;
  return [first, first + 1, first + 2].some((i) => headAt(lines, i) !== undefined) || quotes >= LEVELS.least;
}

function labelFor(name: string): string {
  if (TOOL.test(name)) return '[tool]';
  return AGENT.test(name) ? '[assistant]' : '[user]';
}

/** The head of a mail that begins at line `i`: at least two of its fields, one of them naming the sender. */
function headAt(lines: readonly string[], i: number): { from: string; subject: string; date: string; length: number } | undefined {
  const fields: (readonly [string, string])[] = [];
  for (let n = i; n < lines.length && fields.length < 10; n++) {
    const field = FIELD.exec(withoutMarks(lines[n]!));
    if (!field) break;
    fields.push([field[1]!, field[2]!]);
  }
  const from = fields.find(([key]) => FROM.test(key))?.[1];
  if (fields.length < 2 || from === undefined) return undefined;
  const valueOf = (name: RegExp) => fields.find(([key]) => name.test(key))?.[1] ?? '';
  return { from, subject: valueOf(SUBJECT), date: valueOf(DATE), length: fields.length };
}

/** Puts the deepest quotation first where mails quote one another; else answers `lines`. */
function oldestFirst(lines: readonly string[]): readonly string[] {
  const depths = lines.map(depthOf);
  const deepest = Math.max(0, ...depths.slice(0, 20_000));
  const wrote = lines.filter((line) => WROTE.test(withoutMarks(line))).length;
  if (deepest < LEVELS.least || wrote < LEVELS.least) return lines;
  const levels = Map.groupBy(lines.keys(), (i) => depths[i]! + (WROTE.test(withoutMarks(lines[i]!)) ? 1 : 0));
  return [...levels.entries()].sort(([a], [b]) => b - a).flatMap(([, places]) => [...places.map((i) => withoutMarks(lines[i]!)), '']);
}

function depthOf(line: string): number {
  const marks = /^(?:\s?>)*/.exec(line.slice(0, 2 * LEVELS.most))?.[0] ?? '';
  return marks.split('>').length - 1;
}

function withoutMarks(line: string): string {
  return line.replace(/^(?:\s?>){1,40}\s?/, '');
}
