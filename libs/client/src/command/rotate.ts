import { RestStopError } from '../error.ts';
import type { Context } from './context.ts';

/** A key that the user keeps is printed, for the user to keep the new one; one from the file is replaced there. */
export async function rotate(context: Context, args: string[]): Promise<void> {
  await context.parse(args, {});
  const { keys, stop } = context;
  const kept = await keys.read();
  // A key is shown once: where it cannot be kept, the old one stays.
  if (!context.hasOwnKey) await keys.write(kept);
  const answer = await stop.rotate().catch((error: unknown) => explained(context, error));
  const { agent_id, api_key } = answer;
  if (context.hasOwnKey) {
    context.note(`The key of ${agent_id} is replaced. Set REST_STOP_KEY to the new one: the old one is dead.`);
    return context.answer(answer, api_key);
  }
  await keys.write({ ...kept, keys: { ...kept.keys, [stop.baseUrl]: { agent_id, api_key } } });
  context.note(`The key of ${agent_id} is replaced, and the old one is dead. The new one is in ${keys.path}.`);
  context.answer({ ...answer, api_key: `(in ${keys.path})` }, agent_id);
}

const told = {
  works: 'The old key still works: nothing was replaced. Try again.',
  dead: 'The old key is dead, and the new one was lost with the answer: write to the operator of the service, or join again.',
  unknown: 'Whether the key was replaced is not known yet: rest-stop stay tells whether the old one works.',
};

/** Where it is not known what became of the key, the old one tells. @throws always */
async function explained({ stop }: Context, error: unknown): Promise<never> {
  if (!(error instanceof RestStopError) || error.code === 'rate_limited') throw error;
  const isRefused = error.code === 'unauthorized';
  // Refused at once it never was the agent's; refused after an attempt without an answer it was, until then.
  const isUncertain = isRefused ? error.cause instanceof RestStopError : error.retryable;
  if (!isUncertain) throw error;
  const state = isRefused ? 'dead' : await stop.stay({ format: 'min' }).then(() => 'works' as const, stateOf);
  throw new RestStopError(state === 'dead' ? 'unauthorized' : error.code, `${error.message} ${told[state]}`, {
    retryable: state !== 'dead',
    cause: error,
  });
}

function stateOf(error: unknown): 'dead' | 'unknown' {
  return error instanceof RestStopError && error.code === 'unauthorized' ? 'dead' : 'unknown';
}
