import { fencedLines, linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const ACTS =
  'commented|reviewed|approved these changes|requested changes|left a comment|suggested changes|replied|started a discussion|asked|answered';
const COMMENT = new RegExp(String.raw`^(?:#{1,6} |\*\*)?(?:@?([\w][\w-]{0,38})(?:\[bot\])?)(?:\*\*)? (?:${ACTS})\b.{0,60}$`);
const COMMENTS = new RegExp(String.raw`^(?:#{1,6} |\*\*)?@?[\w][\w-]{0,38}(?:\[bot\])?(?:\*\*)? (?:${ACTS})\b.{0,60}\d`, 'm');
/** What somebody did and did not say. */
const EVENT =
  /^(?:merged this|@?[\w][\w-]{0,38}(?:\[bot\])? (?:@?[\w-]{1,39} )?(?:opened this|added|removed|closed|reopened|merged|changed the title|self-assigned|assigned|unassigned|mentioned this|referenced|linked|pinned|locked|unlocked|force-pushed|pushed|requested a review|marked this|deleted|restored|moved this|converted|enabled|disabled|wants to merge|modified the))\b.*(?:\d{4}|ago|last (?:week|month))/;
const RANK =
  /^(?:Member|Contributor|Collaborator|Author|Owner|MEMBER|CONTRIBUTOR|COLLABORATOR|OWNER|First-time contributor|• edited.*|edited.*|More actions|Copy link|Contributor Author|Member Author)\s*$/;
const FIELDS =
  /^(?:title|state|author|labels|comments|assignees|projects|milestone|number|association|edited|status|url|additions|deletions|auto-merge|reviewers):\t/;
/** Blocks of so many lines are logs and listings that somebody pasted. */
const LISTING = 8;

/** An issue or a pull request, copied from GitHub's page or printed by `gh issue view --comments`. */
export const github: Format = {
  name: 'github',
  recognises(text) {
    if (/^title:\t/m.test(text) && /^(?:author|state):\t/m.test(text)) return 0.9;
    if (/^author:\t.*\n(?:association|edited):\t/m.test(text)) return 0.85;
    return COMMENTS.test(text) ? 0.85 : 0;
  },
  read: (text) => (/^author:\t/m.test(text) ? readPrinted(text) : readPage(text)),
};

function readPrinted(text: string) {
  const script = new Script(text, 'other');
  const lines = linesOf(text);
  let speaker = '';
  let isHead = FIELDS.test(lines[0]?.text ?? '');
  for (const [i, { text: own, start, next }] of lines.entries()) {
    const author = /^author:\t(.*)$/.exec(own)?.[1];
    if (isHead && author !== undefined) speaker = author.trim();
    if (own !== '--') continue;
    if (isHead) {
      isHead = false;
      script.open('user', start, next, { ...(speaker && { speaker }), kind: 'human' });
    } else if (FIELDS.test(lines[i + 1]?.text ?? '') || lines.slice(i + 1).every((line) => line.text === '')) {
      isHead = true;
      script.open('other', start, next);
    }
  }
  const read = script.read();
  return { text, turns: read.turns.filter(({ role, start }) => role !== 'other' || !FIELDS.test(text.slice(start, start + 80))) };
}

function readPage(text: string) {
  const script = new Script(text, 'other');
  const lines = linesOf(text);
  const fenced = fencedLines(lines, (own) => COMMENT.test(own) || EVENT.test(own), true);
  let about = {};
  for (const [i, line] of lines.entries()) {
    const { text: own, start, next } = line;
    if (fenced[i]) {
      const isFirst = !fenced[i - 1] || (/^\s*(?:`{3}|~{3})/.test(own) && script.role !== 'tool');
      if (isFirst && script.role === 'user' && isListing(lines, fenced, i)) script.open('tool', start);
      continue;
    }
    const comment = COMMENT.exec(own);
    if (comment) {
      const speaker = comment[1]!;
      const role: Role = /bot$|\[bot\]/i.test(own.split(' ', 1)[0]!) ? 'tool' : 'user';
      about = { speaker, ...(role === 'user' && { kind: 'human' as const }) };
      const rank = RANK.test(lines[i + 1]?.text ?? '') ? lines[i + 1]! : undefined;
      script.open(role, start, rank?.next ?? next, about);
    } else if (EVENT.test(own)) script.turnTo('other', start);
    else if (script.role === 'tool' && own.trim() && fenced[i - 1]) script.open('user', start, start, about);
    else if (script.role === 'tool' && own.trim()) script.turnTo('user', start, about);
  }
  return script.read();
}

/** Whether a block is long enough to be a log, and no code that somebody proposes. */
function isListing(lines: readonly { text: string }[], fenced: readonly boolean[], from: number): boolean {
  let end = from + 1;
  while (end < lines.length && fenced[end] && !/^\s*(?:`{3,}|~{3,})\s*$/.test(lines[end]!.text)) end++;
  const info = /^\s*[`~]{3,}\s*(\w*)/.exec(lines[from]!.text)?.[1] ?? '';
  return end - from > LISTING && (info === '' || /^(?:text|log|console|bash|sh|shell)$/.test(info));
}
