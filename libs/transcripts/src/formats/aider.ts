import { fencedLines, type Line, linesOf } from '../lines.ts';
import { Rendering } from '../rendering.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const STARTED = /^# aider chat started at \d/;
/** Lines that aider itself prints. */
const PRINTED =
  /^> (?:Tokens: |Applied edit to |Commit(?:ting)? |\^C|Aider v\d|Main model: |Model: |Weak model: |Git repo: |Repo-map: |You can use \/undo|The LLM did not conform|Add(?:ed)? |Dropping |Did not apply|Fix lint|Attempt to fix|Allow (?:edits|creation)|Create new file|Run shell command|Running |Open (?:URL|documentation)|Only \d|Warning|litellm\.|Retrying in|Skipped |Use \/help|Removed |HEAD is now|Unable to|Can't initialize|# \d+ SEARCH)/;

/** .aider.chat.history.md: `#### ` before what the user types, `> ` before what aider prints; both end in two spaces. */
export const aider: Format = {
  name: 'aider',
  recognises(text) {
    const started = /^# aider chat started at \d/m.test(text);
    const typed = /^#### .* {2}\r?$/m.test(text);
    const printed = /^> (?:Tokens: [\d.]+k? sent|Aider v\d|Applied edit to |Commit [0-9a-f]{7} |Git repo: |Repo-map: )/m.test(text);
    if (started) return typed || printed ? 0.98 : 0.6;
    if (printed) return typed || /^#### /m.test(text) ? 0.95 : 0.8;
    return typed ? 0.7 : 0;
  },
  read(text) {
    const lines = linesOf(text);
    const roles = rolesOf(lines);
    const rendering = new Rendering();
    let last: Role | undefined;
    for (const [i, line] of lines.entries()) {
      const role = roles[i]!;
      if (role !== last) rendering.open(role);
      last = role;
      const prefix = role === 'user' || role === 'other' ? /^#### ?/ : role === 'tool' ? /^> ?/ : undefined;
      const skip = prefix?.exec(line.text)?.[0].length ?? 0;
      rendering.add(line.text.slice(skip).replace(/ {2}$/, '') + '\n', line.start + skip);
    }
    return rendering.read();
  },
};

function rolesOf(lines: readonly Line[]): Role[] {
  const fenced = fencedLines(lines, (text) => STARTED.test(text) || /^> (?:Tokens: |Aider v)\d/.test(text));
  const marked = lines.some(({ text }) => /^#### .* {2}$/.test(text));
  const isTyped = (i: number) => {
    const { text } = lines[i]!;
    if (!/^####(?: |$)/.test(text) || fenced[i]) return false;
    return !marked || text.endsWith('  ') || /^####\s*$/.test(text);
  };
  const repeats = new Set<string>();
  const roles: Role[] = [];
  let role: Role = 'assistant';
  // Where the last thing began that aider prints, while it has not ended.
  let printing = Number.NEGATIVE_INFINITY;
  for (const [i, { text }] of lines.entries()) {
    const before = role;
    if (STARTED.test(text)) {
      role = 'system';
      // The blank line before it belongs to it.
      if (i > 0 && lines[i - 1]!.text === '') roles[i - 1] = 'system';
    } else if (isTyped(i)) {
      if (before !== 'user' && before !== 'other') role = repeats.has(text.slice(5).trim()) ? 'other' : 'user';
    } else if (isPrinted(lines, i, before, fenced[i]!)) role = 'tool';
    else if (text.trim() !== '' && !(before === 'tool' && i - printing <= LONGEST)) role = 'assistant';
    if (role !== 'tool' || /\S {2}$/.test(text)) printing = Number.NEGATIVE_INFINITY;
    else if (text.startsWith('> ')) printing = i;
    // In architect mode the architect's answer is typed to the editor.
    if (role === 'assistant' && before !== 'assistant') {
      repeats.clear();
      repeats.add(text.trim());
    }
    roles.push(role);
  }
  return roles;
}

/** Whether aider prints a line, rather than an agent quoting something. */
function isPrinted(lines: readonly Line[], i: number, before: Role, fenced: boolean): boolean {
  const { text } = lines[i]!;
  if (!text.startsWith('>') || (text[1] !== ' ' && text !== '>')) return false;
  if (before !== 'assistant') return true;
  const ends = text.endsWith('  ') || text === '>';
  return PRINTED.test(text) || (ends && !fenced && lines[i - 1]?.text.trim() === '');
}

/** Most lines that aider prints at once: of several lines only the first has the mark, and only the last ends in two spaces. */
const LONGEST = 200;
