import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a sentence is to whoever takes the work over. */
export type Label = 'ban' | 'rule' | 'request' | 'decision' | 'other';

/** A sentence as its author labelled it; `speaker` is the letter that README.md explains. */
export type Sentence = { label: Label; speaker: string; text: string };

const LABELS: Readonly<Record<string, Label>> = { B: 'ban', R: 'rule', Q: 'request', D: 'decision', N: 'other' };
const folder = join(import.meta.dirname, 'sentences');

/** All labelled sentences, file by file. Throws for a line that is no label, speaker and sentence. */
export function loadSentences(): Sentence[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (line ? [parse(line, `${file}:${i + 1}`)] : [])),
    );
}

function parse(line: string, place: string): Sentence {
  const found = /^([BRQDN]) ([UASTM]) (\S.*)$/.exec(line);
  if (!found) throw new Error(`${place}: expected a label, a speaker and a sentence, got "${line}"`);
  return { label: LABELS[found[1]!]!, speaker: found[2]!, text: found[3]! };
}
