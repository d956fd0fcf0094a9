import { fencedLines, type Line, linesOf } from './lines.ts';
import { type About, Script } from './script.ts';
import { isPerson, type Named, namedBy } from './speakers.ts';
import type { Role, Transcript, Turn } from './turn.ts';
import { piecesOf } from './wrapped.ts';

/** A line that may say who speaks: in which style, and where in the line what is said begins. */
export type Label = Named & { readonly line: number; readonly style: string; readonly rest: number; readonly speaker?: string };

const BOLD = /^(?:[-*] )?(\*\*|__)([^*\n]{1,60}?)(:?)\1(:?)[ \t]*(?=(.*))/;
const SAID = /^([\p{L}][\p{L}\p{N} .-]{0,40}) said:\s*$/u;
const BARE = /^([\p{L}@][\p{L}\p{N}\p{M} .'_()-]{0,40}?) ?[:：](?=\s|$)[ \t]*/u;
const BRACKET = /^\[{1,2}([^[\]\n]{1,60})\]{1,2}:?(?:[ \t]+|$)/;
const PROMPT = /^([\p{L}][\w-]{0,20})>[ \t]+(?=\S)/u;
const TOKEN = /^<\|(?:im_start\|>|start_header_id\|>)?\s*(\w{2,12})(?:\|>|<\|end_header_id\|>)?\s*/;
const TAG =
  /^<(user|human|assistant|ai|agent|system|tool|tool_result|tool_output|function_results|task|instructions)(?:\s[^<>\n]{0,200})?>\s*/i;
const TAGGED: Record<string, string> = {
  tool_result: 'tool',
  tool_output: 'tool',
  function_results: 'tool',
  task: 'user',
  instructions: 'user',
};
const COMMENT = /^<!-- TURN \d+ TYPE:(\w+) START -->\s*$/;
const RULED = /^(?:[-=*~─━]{2,})\s*([^-=*~─━\n]{2,40}?)\s*(?:[-=*~─━]{2,})\s*$/;

/** What a line says of who speaks; undefined for most lines. */
function labelIn(text: string, line: number): Label | undefined {
  const found = matched(text);
  return found && { ...namedBy(found.name), line, style: found.style, rest: found.rest };
}

function matched(text: string): { style: string; name: string; rest: number } | undefined {
  const sign = text[0];
  if (sign === undefined) return undefined;
  if (sign === '#') {
    const found = /^(#{1,6})\s+(\S.{0,80})$/.exec(text);
    return found ? { style: `h${found[1]!.length}`, name: found[2]!, rest: text.length } : undefined;
  }
  if (sign === '<') {
    const comment = COMMENT.exec(text);
    if (comment) return { style: 'comment', name: comment[1]!, rest: text.length };
    const found = TOKEN.exec(text) ?? TAG.exec(text);
    if (!found) return undefined;
    const name = found[1]!.toLowerCase();
    return { style: text[1] === '|' ? 'token' : 'tag', name: TAGGED[name] ?? name, rest: found[0].length };
  }
  if (sign === '*' || sign === '_' || (sign === '-' && text.startsWith('- **'))) {
    const found = BOLD.exec(text);
    if (found) {
      const [all, , name = '', inner, outer, rest = ''] = found;
      const isWhole = rest.trim() === '' || /^\([^()]{1,60}\):?\s*$/.test(rest);
      if (!inner && !outer && !isWhole) return undefined;
      return {
        style: inner || outer ? 'bold:' : 'bold',
        name: isWhole ? `${name} ${rest}` : name,
        rest: isWhole ? text.length : all.length,
      };
    }
  }
  if (sign === '[') {
    const found = BRACKET.exec(text);
    return found ? { style: 'bracket', name: found[1]!, rest: found[0].length } : undefined;
  }
  const ruled = sign === '-' || sign === '=' || sign === '*' || sign === '~' || sign === '─' || sign === '━' ? RULED.exec(text) : null;
  if (ruled) return { style: 'ruled', name: ruled[1]!, rest: text.length };
  const prompt = text.includes('> ') ? PROMPT.exec(text) : null;
  if (prompt) return { style: 'prompt', name: prompt[1]!, rest: prompt[0].length };
  if (!text.includes(':') && !text.includes('：')) return undefined;
  const said = SAID.exec(text);
  if (said) return { style: 'said', name: said[1]!, rest: text.length };
  const bare = BARE.exec(text);
  return bare ? { style: 'bare', name: bare[1]!, rest: bare[0].length } : undefined;
}

/** Whether the first line of a text is a label that names the user, an assistant, a tool or the system. */
export function beginsLabelled(text: string): boolean {
  const begin = text.slice(0, 2000).trimStart();
  return labelIn(begin.split('\n', 1)[0]!.trimEnd(), 0)?.role !== undefined;
}

export type Labelled = {
  readonly lines: readonly Line[];
  readonly fenced: readonly boolean[];
  readonly labels: readonly Label[];
  readonly score: number;
};

/** The labels of the style in which `text` names its speakers; `score` 0 to 1 tells how sure that is. */
export function labelsOf(text: string): Labelled {
  const lines = linesOf(text);
  const numbered = numberedLines(lines);
  const fenced = fencedLines(lines, (_, i) => numbered.has(i));
  const byStyle = new Map<string, Label[]>();
  for (const [i, line] of lines.entries()) {
    const label = fenced[i] ? undefined : labelIn(line.text, i);
    if (!label) continue;
    const list = byStyle.get(label.style);
    if (list) list.push(label);
    else byStyle.set(label.style, [label]);
  }
  let best: { labels: Label[]; score: number; count: number } = { labels: [], score: 0, count: 0 };
  for (const [style, all] of byStyle) {
    const labels = usable(all, lines, style);
    const roles = labels.map(({ role }) => role);
    const users = roles.filter((role) => role === 'user').length;
    const others = roles.filter((role) => role === 'assistant' || role === 'tool').length;
    // Where only tools are labelled, what others say has no label that would end the tool's turn.
    if (users === 0 && !roles.includes('assistant')) continue;
    const first = labels[0];
    const begins = first?.role !== undefined && lines.slice(0, first.line).every((line) => line.text.trim() === '');
    const score = users > 0 && others > 0 ? 0.75 : (users > 0 && begins) || others > 2 ? 0.5 : users + others > 1 ? 0.35 : 0;
    const count = users + others;
    if (score > best.score || (score === best.score && count > best.count)) best = { labels, score, count };
  }
  return { lines, fenced, labels: best.labels, score: best.score };
}

const NUMBERED = /^(?:#{1,6} (?:(?:Message|Turn) )?(\d{1,5})\b|<!-- TURN (\d{1,5}) TYPE:\w+ START)/;

/** The lines whose labels count the turns one by one: no fence goes beyond them. */
function numberedLines(lines: readonly Line[]): ReadonlySet<number> {
  const found = new Set<number>();
  let last = Number.NaN;
  for (const [i, { text }] of lines.entries()) {
    const number = text[0] === '#' || text[0] === '<' ? NUMBERED.exec(text) : null;
    if (!number) continue;
    const count = Number(number[1] ?? number[2]);
    if (Number.isNaN(last) || count === last + 1) {
      found.add(i);
      last = count;
    }
  }
  return found.size > 2 ? found : new Set();
}

/** The labels of a style that name a speaker. Labels stand after a blank line where most of them do. */
function usable(found: readonly Label[], lines: readonly Line[], style: string): Label[] {
  // Who notes a conversation as "me" where no agent is named is the agent.
  const isNamed = found.some(({ role }) => role === 'assistant');
  const all = isNamed ? found : found.map((label): Label => (label.name.toLowerCase() === 'me' ? { ...label, role: 'assistant' } : label));
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const has = (role: Role) => all.some(({ paired, role: own }) => (own ?? paired) === role);
  const isPaired = has('user') && has('assistant');
  const partners: ReadonlySet<string> = has('user') ? new Set() : partnersIn(all, style);
  const named = all.flatMap((label): Label[] => {
    if (label.role) return [label];
    if (partners.has(label.name)) return [{ ...label, role: 'user', speaker: label.name }];
    // Beside what you said, all is said by who answers.
    if ((style === 'said' || style === 'prompt') && has('user')) return [{ ...label, role: 'assistant' }];
    if (
      label.paired &&
      isPaired &&
      !(style === 'bare' && label.name.toLowerCase() === 'question' && !all.some(({ name }) => /^(?:observation|response)$/i.test(name)))
    )
      return [{ ...label, role: label.paired }];
    return style !== 'bracket' && !style.startsWith('h') && (counts.get(label.name) ?? 0) > 1 && isPerson(label.name) ? [label] : [];
  });
  const isApart = ({ line }: Label) =>
    line === 0 || lines[line - 1]!.text.trim() === '' || /^(?:-{3,}|\*{3,}|<!--.*-->)$/.test(lines[line - 1]!.text.trim());
  const roles = named.filter(({ role }) => role);
  return 5 * roles.filter(isApart).length >= 3 * roles.length && style !== 'said' && style !== 'token' ? named.filter(isApart) : named;
}

/** The people who talk with an assistant and are called by their names. */
function partnersIn(all: readonly Label[], style: string): ReadonlySet<string> {
  if (!/^(?:bare|bold:?)$/.test(style) || !all.some(({ role }) => role === 'assistant')) return new Set();
  const counts = new Map<string, number>();
  for (const { name, role, paired } of all) if (!role && !paired && isPerson(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}

/** How a turn of a user begins that a tool wrote. */
const RESULT =
  /^(?:> ?Tool result\b|\*\*Tool Results?\*\*|Tool result:|\[tool_result\b|\[Tool Result\]|<function_results>|<tool_result\b)/i;
/** Where the turn of an agent, or of a user, goes over to a tool. */
const CALL =
  /^(?:\*\*Tool (?:Call|Calls|Use|Result|Results)\*\*|\*\*Tool:? [^*]+\*\*|Called the \w+ tool with the following input:|<function_results>|<tool_result\b|\[Tool Result\])/i;
const INPUT = /^\*\*(?:Input|Output|Error|Arguments|Result):?\*\*:?\s*$/i;

/** The turns that labels open. `head`: who speaks before the first one. */
export function turnsByLabels(text: string, { lines, fenced, labels }: Labelled, head: Role): Transcript {
  const script = new Script(text, head);
  const byLine = new Map(labels.map((label) => [label.line, label]));
  let speaker: Role = head;
  let afterCall = false;
  let closer = '';
  for (const [i, line] of lines.entries()) {
    // What stands in an element opens no turn.
    if (closer) {
      const end = line.text.indexOf(closer);
      if (end < 0) continue;
      script.open('other', line.start + end, line.start + end + closer.length);
      closer = '';
      continue;
    }
    const label = byLine.get(i);
    if (label) {
      closeBefore(script, lines, i);
      speaker = label.role ?? 'other';
      afterCall = false;
      const about: About = {
        ...(label.at && { at: label.at }),
        ...((label.role === undefined || label.speaker) && { speaker: label.name, kind: 'human' as const }),
      };
      // Below the comment that opens a turn stands a heading which names the same speaker.
      const heading =
        label.style === 'comment'
          ? lines.slice(i + 1, i + 3).find((one) => one.text.startsWith('#') && labelIn(one.text, i)?.role === speaker)
          : undefined;
      const start = label.rest >= line.text.length ? (heading ?? line).next : line.start + label.rest;
      script.open(speaker, line.start, start, about);
      if (label.style !== 'tag') continue;
      const close = `</${/^<(\w+)/.exec(line.text)![1]}>`;
      const end = text.indexOf(close, line.start);
      if (end >= line.next) closer = close;
      else if (end >= 0) script.open('other', end, end + close.length);
      continue;
    }
    if (fenced[i]) continue;
    if (speaker === 'user' || speaker === 'assistant') {
      if (CALL.test(line.text)) {
        script.turnTo('tool', line.start);
        afterCall = line.text.startsWith('**Tool: ');
      } else if (afterCall && script.role === 'tool' && line.text.trim() !== '' && !INPUT.test(line.text) && line.text !== '---') {
        // After the input and the output of a call the agent goes on.
        script.turnTo(speaker, line.start);
        afterCall = false;
      }
    }
  }
  closeBefore(script, lines, lines.length);
  const { turns } = script.read();
  return { text, turns: turns.flatMap((turn) => piecesOfTurn(text, turn)) };
}

/** The rule or the comment that ends a turn belongs to nobody. */
function closeBefore(script: Script, lines: readonly Line[], next: number): void {
  let i = next - 1;
  while (i > 0 && lines[i]!.text.trim() === '') i--;
  const line = lines[i];
  if (line && /^(?:---|<!-- TURN \d+ TYPE:\w+ END -->)\s*$/.test(line.text)) script.open('other', line.start);
}

/** The pieces of a turn: those that a user did not write are somebody else's. Rules between turns belong to none. */
function piecesOfTurn(text: string, turn: Turn): Turn[] {
  const own = text.slice(turn.start, turn.end);
  if (/^\s*(?:---|<!-- TURN \d+ TYPE:\w+ END -->|\s)*$/.test(own)) return [];
  if (turn.role !== 'user') return [turn];
  if (RESULT.test(own)) return [{ ...turn, role: 'tool' }];
  return piecesOf(text, turn.start, turn.end).map(({ role, start, end }) => ({ ...turn, role, start, end }));
}
