import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const WHOLE = (role: Role) => (text: string) => ({ text, turns: text.trim() ? [{ role, start: 0, end: text.length }] : [] });

const ENTRY =
  /^(?:\[?(?:info|warn|warning|error|success|debug|trace|fatal)\]?[: ]|\[?\d{4}[-/]\d\d[-/]\d\d[T ,]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:[A-Z][a-z]{2} ){1,2}\s?\d{1,2} \d\d:\d\d:\d\d|\s+at [\w.$/<>]+[( ]|\s*File "|Traceback |E\d{4} |npm (?:err|warn)|make(?:\[\d+\])?: |\[ *\d+\.\d+\]|(?:PASS|FAIL|ok|not ok)\b|\[[A-Z]+\])/i;

/** What a program printed, and nobody else. */
export const log: Format = {
  name: 'log',
  recognises(text) {
    const lines = text.split('\n').filter((line) => line.trim());
    return lines.length > 5 && 2 * lines.filter((line) => ENTRY.test(line)).length > lines.length ? 0.5 : 0;
  },
  read: WHOLE('tool'),
};

const MEETING =
  /^(?:#{1,6}\s+|title:\s*|\*\*)?.{0,60}\b(?:minutes|meeting|attend(?:ees|ance|ing)|present|agenda|regrets|action items?|incident report|post-?mortem|timeline|old business|new business)\b.{0,60}$/gim;

/** Minutes of a meeting, or the report of an incident: a text about people, in which nobody speaks. */
export const minutes: Format = {
  name: 'minutes',
  recognises(text) {
    const titles = [...text.slice(0, 20_000).matchAll(MEETING)].filter(([line]) => /^(?:#|title:|\*\*)/i.test(line));
    return titles.length > 1 &&
      /\b(?:minutes|meeting|agenda|incident|post-?mortem|business)\b/i.test(titles.map(([line]) => line).join(' '))
      ? 0.42
      : 0;
  },
  read: WHOLE('other'),
};

const TITLE =
  /^#{1,4}\s+.*\b(?:hand-?off|progress|status|active context|current (?:work|focus|state|task|status)|session|next steps?|tasks?|todo|checkpoint|memory bank|what (?:works|was done|i did)|completed|done|work log|lessons|phase|US-\w+|recent changes|open (?:questions|items)|blockers?|decisions?)\b/gim;
const TICKED = /^[ \t]*[-*] \[[ xX~/-]\] /gm;

/** Notes that an agent keeps or hands on: a handoff, a memory bank, a list of tasks, a log of its progress. */
export const notes: Format = {
  name: 'notes',
  recognises(text) {
    const titles = text.match(TITLE)?.length ?? 0;
    const ticked = text.match(TICKED)?.length ?? 0;
    return titles > 2 || (titles > 0 && ticked > 2) || ticked > 7 ? 0.4 : 0;
  },
  read: WHOLE('assistant'),
};
