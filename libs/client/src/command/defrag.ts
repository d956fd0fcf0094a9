import { readFile } from 'node:fs/promises';
import type { Fidelity, Target } from '../interface.ts';
import { targets } from '../interface.ts';
import { readSession, type Session } from '../session/session.ts';
import { codePoints } from '../split.ts';
import { type Context, UsageError, wholeNumber } from './context.ts';
import { jsonOf } from './visible.ts';

const told = { queued: 'Waiting for a worker …', working: 'A worker has it …' };

export async function defrag(context: Context, args: string[]): Promise<void> {
  const options = {
    target: { type: 'string', short: 't', default: 'summary' },
    raw: { type: 'boolean', default: false },
    'max-chars': { type: 'string' },
    'max-parts': { type: 'string', default: '10' },
  } as const;
  const { values, positionals } = await context.parse(args, options, 1);
  const { target } = values;
  if (!isTarget(target)) throw new UsageError(`--target is one of ${targets.join(', ')}.`);
  const maxParts = wholeNumber(values['max-parts'], '--max-parts');
  const maxChars = values['max-chars'] === undefined ? undefined : wholeNumber(values['max-chars'], '--max-chars');
  const file = await textAt(context, positionals[0]);
  const session: Session = values.raw ? { kind: 'text', text: file, leftOut: {} } : readSession(file);
  for (const [kind, count] of Object.entries(session.leftOut)) context.note(`Left out: ${count} ${kind}.`);
  context.progress(`Compressing ${codePoints(session.text)} characters (${session.kind}) …`);
  const answer = await context.stop.defrag({
    content: session.text,
    target,
    maxParts,
    ...(maxChars !== undefined && { maxChars }),
    ...(context.world.isTerminal && { onProgress: (state) => context.progress(told[state]) }),
    onPart: ({ part, of }) => context.progress(`Part ${part} of ${of} is done.`),
  });
  const { compressed, stats } = answer;
  context.progress(`${stats.input_chars} → ${stats.output_chars} characters. Kept: ${keptOf(stats.fidelity)}.`);
  context.answer(answer, typeof compressed === 'string' ? compressed : jsonOf(compressed));
}

/** The text of a file, or of standard input. @throws UsageError when there is neither */
export async function textAt({ world }: Context, path: string | undefined): Promise<string> {
  if (path !== undefined && path !== '-') {
    const bytes = await readFile(path).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    return new TextDecoder().decode(bytes);
  }
  if (!world.stdin) throw new UsageError('Name a file, or give a text on standard input.');
  return world.stdin();
}

export function isTarget(word: string): word is Target {
  return (targets as readonly string[]).includes(word);
}

function keptOf(fidelity: Fidelity): string {
  const told = Object.entries(fidelity).flatMap(([name, count]) =>
    typeof count === 'object' && count.found > 0 ? [`${name.replaceAll('_', ' ')} ${count.kept} of ${count.found}`] : [],
  );
  return told.join(', ') || 'nothing was counted';
}
