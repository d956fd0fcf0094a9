// Takes in the turn of a tool, and gives the lines of its output that report something: a commit, a test count, an error, a changed file.
import type { Turn } from '../reading.ts';

/** Words of a line that reports what happened. The lines of a tool that hold none of them are material. */
const EVENT =
  /\b(?:commit(?:ted)?|merged?|rebased?|pushed|pull request|branch|HEAD|reverted|restored|removed|deleted|created|updated|applied|added|renamed|saved|wrote|installed|deployed|released?|published|pass(?:ed|es|ing)?|fail(?:ed|s|ure|ures|ing)?|errors?|exception|fatal|denied|refused|rejected|cannot|can't|could not|unable|not found|no such|not exist|not allowed|permitted|permission|timed out|timeout|warning|exceeds?|invalid|missing|unsupported|undefined|unresolved|skipp(?:ed|ing)|interrupted|aborted|cancell?ed|exit(?:ed)?(?: with)?(?: code)?[ :]+\d+|tests?:|running on|listening|model:|version)\b|^\s*\[[\w/.-]+ (?:\([\w-]+\) )?[0-9a-f]{7,40}\]/i;
/** An exact value behind a name: `port = 5413`, `Release ID: rel-2026`. */
const VALUE = /^[\s>*-]*["'`]?[\p{L}_][\p{L}\p{N}_ ./()-]{0,60}["'`]?\s?(?:=|:)\s?\S*\d/u;
/** Code, markup and data, which hold the words of events without reporting any. */
const MATERIAL =
  /[;{}]\s*$|^\s*(?:[-+]?\s*\d+[:|→\t]|[-+]{1}\s{2,}|import\b|from\b.*\bimport\b|export\b|const\b|let\b|var\b|def\b|class\b|return\b|if\s?\(|#include|@\w+\(?|<\/?[a-z]|\/\/|\/\*|\*\s)/;
const SHORTEST = 6;
const LONGEST = 300;
/** Lines that a turn may give, its first and its last ones: a tool reports at the beginning and at the end. */
const MOST = 24;

/** The lines of a tool's output that report something; of those that differ in numbers alone the last one. */
export function eventsOf({ text }: Pick<Turn, 'text'>): string[] {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.length < SHORTEST || line.length > LONGEST || !(EVENT.test(line) || VALUE.test(line)) || MATERIAL.test(line)) continue;
    const wording = line.replace(/\d+/g, '#').trim();
    found.delete(wording);
    found.set(wording, line);
  }
  const lines = [...found.values()];
  return lines.length <= MOST ? lines : [...lines.slice(0, MOST / 2), ...lines.slice(-MOST / 2)];
}
