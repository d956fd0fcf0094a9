import { aider } from './formats/aider.ts';
import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { claudeTerminal } from './formats/claude-terminal.ts';
import { codexTerminal } from './formats/codex-terminal.ts';
import { messages } from './formats/messages.ts';
import { opencode } from './formats/opencode.ts';
import { geminiCli } from './formats/gemini-cli.ts';
import { clineJson } from './formats/cline-json.ts';
import { openhands } from './formats/openhands.ts';
import { sweAgent } from './formats/swe-agent.ts';
import { slack } from './formats/slack.ts';
import { zulip } from './formats/zulip.ts';
import { irc } from './formats/irc.ts';
import { chat } from './formats/chat.ts';
import { mail } from './formats/mail.ts';
import { github } from './formats/github.ts';
import { terminal } from './formats/terminal.ts';
import { log, minutes, notes } from './formats/documents.ts';
import { geminiTerminal } from './formats/gemini-terminal.ts';
import { copilot } from './formats/copilot.ts';
import { labels } from './formats/labels.ts';
import { specstory } from './formats/specstory.ts';
import { handoff, withHandoffs } from './formats/handoff.ts';
import type { Format } from './formats/format.ts';
import { beginsLabelled } from './labelled.ts';
import type { Transcript } from './turn.ts';

/** All formats; of those that are equally sure, the first one reads. */
const formats: readonly Format[] = [
  handoff,
  claudeCode,
  codex,
  opencode,
  clineJson,
  geminiCli,
  copilot,
  openhands,
  sweAgent,
  slack,
  zulip,
  messages,
  aider,
  specstory,
  claudeTerminal,
  codexTerminal,
  geminiTerminal,
  github,
  mail,
  irc,
  labels,
  chat,
  terminal,
  log,
  minutes,
  notes,
];

const QUOTED = 0.7;

/** Who says what in `text`, and the name of the format that says so; `text` for a text without speakers. */
export function readTurns(text: string): Transcript & { format: string } {
  // What begins with a label is a labelled text, also where a transcript of another format is quoted in it.
  const isLabelled = beginsLabelled(text);
  const scores = formats
    .map((format) => ({ format, score: format.recognises(text) * (isLabelled && format !== labels ? QUOTED : 1) }))
    .filter(({ score }) => score > 0);
  for (const { format } of scores.toSorted((a, b) => b.score - a.score)) {
    const read = format.read(text);
    if (read.turns.length > 0) return { format: format.name, ...withHandoffs(read) };
  }
  return { format: 'text', ...withHandoffs({ text, turns: text.trim() ? [{ role: 'other', start: 0, end: text.length }] : [] }) };
}
