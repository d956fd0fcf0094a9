import { aider } from './formats/aider.ts';
import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { labels } from './formats/labels.ts';
import { specstory } from './formats/specstory.ts';
import { handoff, withHandoffs } from './formats/handoff.ts';
import type { Format } from './formats/format.ts';
import type { Transcript } from './turn.ts';

/** All formats; of those that are equally sure, the first one reads. */
export const formats: readonly Format[] = [handoff, claudeCode, codex, aider, specstory, labels];

/** Who says what in `text`, and the name of the format that says so; `text` for a text without speakers. */
export function readTurns(text: string): Transcript & { format: string } {
  let best: Format | undefined;
  let most = 0;
  for (const format of formats) {
    const score = format.recognises(text);
    if (score <= most) continue;
    best = format;
    most = score;
  }
  const read = best?.read(text);
  if (best && read && read.turns.length > 0) return { format: best.name, ...withHandoffs(read) };
  return { format: 'text', ...withHandoffs({ text, turns: text.trim() ? [{ role: 'other', start: 0, end: text.length }] : [] }) };
}
