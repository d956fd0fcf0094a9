import { type Line, linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const FIELD =
  /^(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|Message-ID|Message-Id|In-Reply-To|References|Return-Path|Received|Delivered-To|X-[\w-]+|MIME-Version|Content-[\w-]+|List-[\w-]+|Von|An|Betreff|Datum|Gesendet|De|À|Objet|Envoyé|Para|Asunto|Enviado): ?/i;
const SENDER = /^(?:From|Von|De): ?(.*)$/i;
const DATED = /^(?:Date|Sent|Datum|Gesendet|Envoyé|Enviado): ?(.*)$/i;
/** What separates mails in a file. */
const POSTMARK =
  /^From \S+ .*\d{4}\s*$|^-{3,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Weitergeleitete Nachricht).*-{2,}$/;
const MACHINE = /\b(?:robot|bot|no-?reply|mailer-daemon|daemon|ci|jenkins|notifications?|builds?)\b/i;

/** Mails with their heads, one after another: a thread, a file of mails, or one that was pasted with its source. */
export const mail: Format = {
  name: 'mail',
  recognises(text) {
    const heads = headsOf(linesOf(text)).length;
    if (heads === 0) return 0;
    const begins = FIELD.test(text.trimStart()) || POSTMARK.test(text.trimStart().split('\n', 1)[0]!);
    return begins ? 0.9 : heads > 1 ? 0.6 : 0.3;
  },
  read(text) {
    const lines = linesOf(text);
    const script = new Script(text, 'user', { kind: 'human' });
    for (const { first, last, speaker, at } of headsOf(lines)) {
      const role: Role = MACHINE.test(speaker) ? 'tool' : 'user';
      const about = { ...(speaker && { speaker }), ...(at && { at }), ...(role === 'user' && { kind: 'human' as const }) };
      script.open(role, lines[first]!.start, lines[last]!.next, about);
    }
    return script.read();
  },
};

type Head = { first: number; last: number; speaker: string; at: string };

/** The heads of mails: a sender and at least one field more, on lines one after another. */
function headsOf(lines: readonly Line[]): Head[] {
  const heads: Head[] = [];
  for (let i = 0; i < lines.length; i++) {
    const own = lines[i]!.text;
    if (!FIELD.test(own) && !POSTMARK.test(own)) continue;
    let fields = 0;
    let speaker = '';
    let at = '';
    let end = i;
    for (; end < lines.length; end++) {
      const line = lines[end]!.text;
      if (FIELD.test(line)) fields++;
      else if (fields > 0 && /^[A-Z][\w-]+:/.test(line)) continue;
      else if (!(POSTMARK.test(line) && end === i) && !(fields > 0 && /^[ \t]+\S/.test(line))) break;
      speaker ||= nameOf(SENDER.exec(line)?.[1] ?? '');
      at ||= DATED.exec(line)?.[1]?.trim() ?? '';
    }
    if (fields > 1 && speaker) heads.push({ first: i, last: end - 1, speaker, at });
    i = Math.max(i, end - 1);
  }
  return heads;
}

/** "Ana Prado" of "Ana Prado <ana@example.com>". */
function nameOf(sender: string): string {
  const name = sender
    .replace(/<[^<>]*>|\([^()]*\)|\[mailto:[^\]]*\]/g, ' ')
    .replace(/"/g, '')
    .trim();
  return name || sender.replace(/[<>]/g, '').trim();
}
