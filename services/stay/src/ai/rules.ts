import { type Compressed, isStructured, resultText, structuredResults, type Target } from '@rest-stop/contracts/defrag.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';

/** How many bytes of UTF-8 are taken for one token: a rule of thumb for the stored metric, not a count of any model's tokens. */
const bytesPerToken = 4;

export function tokensEstimate(content: string): number {
  return Math.ceil(Buffer.byteLength(content) / bytesPerToken);
}

/** How much smaller `compressed` is than `content`: lengths in code points, the ratio with two decimals. */
export function measure(content: string, compressed: Compressed) {
  const input_chars = codePoints(content);
  const output_chars = codePoints(resultText(compressed));
  return { input_chars, output_chars, compression_ratio: Math.round((100 * input_chars) / output_chars) / 100 };
}

/** Whether `compressed` is what `target` promises. */
export function meetsTarget(target: Target, compressed: unknown): compressed is Compressed {
  if (isStructured(target)) return structuredResults[target].safeParse(compressed).success;
  return typeof compressed === 'string' && isText(compressed);
}

/** Something to read that PostgreSQL can hold and JSON can carry unchanged. */
export function isText(text: string): boolean {
  return text.trim() !== '' && text.isWellFormed() && !text.includes('\0');
}

export function unusable(): ApiError {
  return new ApiError('ai_error', 'The AI answered with something that cannot be used. Nothing was stored: try again.');
}
