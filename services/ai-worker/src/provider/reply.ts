import { ProviderFailure } from './failure.ts';

export type Usage = { input: number; output: number };

/** The tokens that `reply` reports, or undefined where it reports none that can be believed. */
export function usageOf(reply: unknown): Usage | undefined {
  const usage = field(reply, 'usage');
  const input = field(usage, 'prompt_tokens');
  const output = field(usage, 'completion_tokens');
  return isCount(input) && isCount(output) ? { input, output } : undefined;
}

/**
 * The text of a chat completion that came to its natural end.
 * @throws ProviderFailure for every reply that is anything else: a 200 that is empty, cut off, filtered or refused is no success
 */
export function textOf(reply: unknown): string {
  const choices = field(reply, 'choices');
  const error = field(reply, 'error');
  if (!Array.isArray(choices) || (error !== undefined && error !== null)) throw new ProviderFailure('malformed');
  if (choices.length === 0) throw new ProviderFailure('empty');

  const message = field(choices[0], 'message');
  if (isNonEmpty(field(message, 'refusal'))) throw new ProviderFailure('refusal');
  if (isNonEmpty(field(message, 'tool_calls'))) throw new ProviderFailure('tool_calls');
  checkEnd(field(choices[0], 'finish_reason'));

  const content = field(message, 'content');
  const text = typeof content === 'string' ? clean(content).replace(leadingThought, '').trim() : '';
  if (text === '') throw new ProviderFailure('empty');
  return text;
}

/** What a reasoning model writes before its answer, where the server does not separate the two. */
const leadingThought = /^\s*<(think|thinking)>[\s\S]*?<\/\1>/i;

/** `text` without what no store or receiver takes: NUL and surrogates that stand alone. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function checkEnd(reason: unknown): void {
  if (reason === 'stop') return;
  if (reason === 'length' || reason === 'content_filter' || reason === 'tool_calls') throw new ProviderFailure(reason);
  throw new ProviderFailure('unfinished');
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function isNonEmpty(value: unknown): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
