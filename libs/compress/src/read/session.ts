// Takes in a text, and gives its turns: by the format of the transcript, or guessed where a short text has none that tells.
import { structuredResults } from '@rest-stop/contracts/defrag.ts';
import { readTurns } from '@rest-stop/transcripts/read-turns.ts';
import type { Turn } from '../reading.ts';
import { turnsOf as guessedTurns } from './turns.ts';

/** Formats that programs and forums write: they tell who speaks, and most of what they hold is narration and output. */
const SESSIONS: ReadonlySet<string> = new Set(
  (
    'aider claude-code claude-terminal cline-json codex codex-terminal copilot gemini-cli gemini-terminal opencode openhands specstory swe-agent ' +
    'github irc log minutes notes slack zulip'
  ).split(' '),
);
/** Formats that name a user and an agent, if they do. */
const DIALOGUES: ReadonlySet<string> = new Set(['labels', 'messages']);
const FEW_PAGES = 2_000;
/** Characters from which on any text is read like a session. */
const LONG = 15_000;

export type Turns = {
  turns: readonly Turn[];
  /** Whether it is the transcript of a session, or as long as one. */
  isSession: boolean;
  /** Whether people talk with one another, rather than a user with an agent. */
  isThread: boolean;
};

export function turnsOf(text: string): Turns {
  const read = readTurns(text);
  const roles = new Set(read.turns.map(({ role }) => role));
  const isDialogue = DIALOGUES.has(read.format) && roles.has('user') && roles.has('assistant') && text.length >= FEW_PAGES;
  const isOwn = read.turns.some(({ speaker = '' }) => isHandoffField(speaker));
  if (!SESSIONS.has(read.format) && !isDialogue && !isOwn && text.length < LONG)
    return { turns: guessedTurns(text), isSession: false, isThread: false };
  const turns = read.turns.map(
    ({ role, speaker = '', start, end }): Turn => ({
      role: role === 'other' || isHandoffField(speaker) ? 'none' : role,
      speaker,
      text: read.text.slice(start, end),
      quoted: false,
    }),
  );
  return { turns, isSession: true, isThread: read.turns.some(({ kind }) => kind === 'human') };
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(structuredResults.handoff.shape));

/** Whether a turn is a field of a handoff that this service made before: what stands there was chosen, whoever said it. */
export function isHandoffField(speaker: string): boolean {
  return FIELDS.has(speaker);
}
