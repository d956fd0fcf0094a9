import { targets } from '../interface.ts';
import { lastChat } from '../session/aider.ts';
import { type Found, newestSession, sessionAt } from '../session/find.ts';
import { readTurns } from '../session/session.ts';
import { codePoints } from '../split.ts';
import { type Context, UsageError, wholeNumber } from './context.ts';
import { isTarget } from './defrag.ts';
import { jsonOf } from './visible.ts';

/** Compresses the newest session of a coding agent in this directory, or the one that is named. */
export async function handoff(context: Context, args: string[]): Promise<void> {
  const options = {
    target: { type: 'string', short: 't', default: 'handoff' },
    session: { type: 'string' },
    last: { type: 'string' },
    'max-parts': { type: 'string', default: '10' },
  } as const;
  const { values } = await context.parse(args, options);
  const { target } = values;
  if (!isTarget(target)) throw new UsageError(`--target is one of ${targets.join(', ')}.`);
  const last = values.last === undefined ? Number.POSITIVE_INFINITY : wholeNumber(values.last, '--last');
  if (last === 0) throw new UsageError('--last takes a number from 1 on.');
  const maxParts = wholeNumber(values['max-parts'], '--max-parts');

  const { path, kind, all, leftOut } = await messagesOf(await found(context, values.session));
  const kept = all.slice(-last);
  for (const [piece, times] of Object.entries(leftOut)) context.note(`Left out: ${times} ${piece}.`);
  const content = kept.join('\n\n');
  const { baseUrl } = context.stop;
  const count = kept.length === all.length ? `${all.length} messages` : `the last ${kept.length} of ${all.length} messages`;
  context.note(`Sending ${count} (${codePoints(content)} characters) of ${path} (${kind}) to ${baseUrl}.`);
  const answer = await context.stop.defrag({
    content,
    target,
    maxParts,
    onPart: ({ part, of }) => context.progress(`Part ${part} of ${of} is done.`),
  });
  context.answer(answer, typeof answer.compressed === 'string' ? answer.compressed : jsonOf(answer.compressed));
}

async function found({ world }: Context, path: string | undefined): Promise<Found & { isNamed: boolean }> {
  if (path !== undefined) {
    const session = await sessionAt(path).catch((cause: Error) => {
      throw new Error(`The session cannot be read: ${cause.message}. Name another one with --session FILE.`, { cause });
    });
    return { ...session, isNamed: true };
  }
  const cwd = world.cwd ?? process.cwd();
  const session = await newestSession(cwd, world.env);
  const programs = 'Claude Code, Codex, aider, opencode or Gemini CLI';
  if (!session) throw new Error(`There is no session of ${programs} for ${cwd}. Name one with --session FILE.`);
  return { ...session, isNamed: false };
}

/** @throws when there are none */
async function messagesOf({ path, isNamed, read }: Found & { isNamed: boolean }) {
  const text = lastChat(await read());
  const { kind, turns, leftOut } = readTurns(text);
  if (text.trim() === '' || turns.length === 0 || (kind === 'text' && !isNamed))
    throw new Error(`There are no messages in ${path}. Name another session with --session FILE.`);
  if (kind === 'text') throw new Error(`${path} is no session file. Compress other texts with rest-stop defrag --target handoff FILE.`);
  return { path, kind, all: turns, leftOut };
}
