import { readFile } from 'node:fs/promises';
import { RestStopError } from '../error.ts';
import { Context, exitCodeOf, UsageError, type World } from './context.ts';
import { defrag } from './defrag.ts';
import { handoff } from './handoff.ts';
import { help } from './help.ts';
import { mcp } from './mcp.ts';
import { NotGenuine, verifyReceipt } from './receipts.ts';
import { rotate } from './rotate.ts';
import { visible } from './visible.ts';
import { attend, checkout, forget, join, review, schedule, seminars, stay } from './stay.ts';

const commands: Record<string, (context: Context, args: string[]) => Promise<void>> = {
  join,
  defrag,
  handoff,
  seminars,
  attend,
  review,
  schedule,
  stay,
  checkout,
  rotate,
  forget,
  'verify-receipt': verifyReceipt,
  mcp,
};

/** Runs one command. @returns the exit code */
export async function run(args: string[], world: World): Promise<number> {
  const [name = 'help', ...rest] = args;
  try {
    if (name === '--version') world.print(`${await version()}\n`);
    else if (['help', '--help', '-h'].includes(name) || rest.includes('--help') || rest.includes('-h')) world.print(help);
    else await commandOf(name)(new Context(world), rest);
    return 0;
  } catch (error) {
    world.say(`rest-stop: ${visible(wordsOf(error))}\n`);
    return error instanceof NotGenuine ? 5 : exitCodeOf(error);
  }
}

async function version(): Promise<string> {
  const { version: own } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return own;
}

function commandOf(name: string) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}": see rest-stop help.`);
  return command;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof RestStopError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'no_key') return 'There is no key for this service: rest-stop join first, or set REST_STOP_KEY.';
  const broken = error.issues.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  const wait = error.retryAfterSeconds === undefined ? '' : ` (wait ${error.retryAfterSeconds} s)`;
  return `${error.message}${wait}${broken}`;
}
