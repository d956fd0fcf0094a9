/** The codes and types by which servers refuse a prompt that is over their model's context: OpenAI and those that follow it; llama.cpp. */
const names = new Set<unknown>(['context_length_exceeded', 'exceed_context_size_error']);

/** vLLM sends no name for it, but a sentence that begins like OpenAI's. */
const sentence = /maximum context length is (\d+) tokens/i;
/** How both go on, with the length of the prompt. */
const promptLength = /resulted in (\d+) tokens|has (\d+) input tokens|\((\d+) in the messages/i;

/** Share of the room that is left unused in what is proposed: another text may need more tokens for as many characters. */
const careful = 0.9;

/**
 * Which share of the prompt the model would have taken, when `error`, the error object of a reply, says that the prompt is over the model's
 * context; one half where it does not say by how much. Undefined for any other error.
 * @param outputTokens the longest answer: room that the prompt must leave free, up to a quarter of the context
 */
export function shareThatFits(error: unknown, outputTokens: number): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, type, message, n_ctx, n_prompt_tokens } = error as Record<string, unknown>;
  const said = typeof message === 'string' ? message : '';
  if (!names.has(code) && !names.has(type) && !sentence.test(said)) return undefined;
  const context = count(n_ctx) ?? count(sentence.exec(said)?.[1]);
  const prompt = count(n_prompt_tokens) ?? count(promptLength.exec(said)?.slice(1).find(Boolean));
  if (context === undefined || prompt === undefined) return 0.5;
  return Math.min(1, (careful * (context - Math.min(outputTokens, context / 4))) / prompt);
}

function count(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}
