import {
  type Compressed,
  isStructured,
  resultText,
  type StructuredTarget,
  structuredResults,
  type Target,
} from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { Defragged } from '../engine.ts';
import type { OpenReading } from '../reading/open-reading.ts';
import { clean } from './check.ts';
import { ProviderFailure } from './failure.ts';
import { cutToWords, wordCount } from './words.ts';

/** What one answer is worth: the result it makes, and why a second try is wanted. */
export type Judged = {
  /** Absent when the answer is not in its target's shape. */
  result?: Defragged;
  /** The rule that was broken, in words for the model. */
  broken?: string;
  /** Bans of the input that the result no longer states. */
  lost: string[];
};

/** An answer as a result of its target, where it is one. */
type Shaped = { result?: Compressed; broken?: string };

/**
 * Reads the answer to a compression of what `reading` has read. An answer longer than the content is taken as it is: the ratio in the
 * response shows it, and for a short content it is no fault. Over the longest legal content it is refused, which also bounds the message
 * that carries it.
 * @throws ProviderFailure `too_large`
 */
export async function judge(target: Target, text: string, reading: OpenReading, signal: AbortSignal): Promise<Judged> {
  const { result, ...fault } = isStructured(target) ? readStructured(target, text) : readProse(target, text);
  if (result === undefined) return { ...fault, lost: [] };
  if (codePoints(resultText(result)) > limits.defragMaxChars) throw new ProviderFailure('too_large');
  const { lost, ...checked } = await reading.check(result, signal);
  if (target !== 'tldr') return { ...fault, result: checked, lost };
  // Sixty words cannot carry every ban of a long text: for a tldr a loss is no reason to ask again. A masked credential may add a word.
  return { ...fault, result: { ...checked, compressed: cutToWords(resultText(checked.compressed), limits.tldrWords) }, lost: [] };
}

function readProse(target: Target, text: string): Shaped {
  if (target !== 'tldr' || wordCount(text) <= limits.tldrWords) return { result: text };
  return { result: cutToWords(text, limits.tldrWords), broken: `it had more than ${limits.tldrWords} words.` };
}

/** A code fence around the object is taken off; anything else around it, or a cut-off object, is never mended. */
function readStructured(target: StructuredTarget, text: string): Shaped {
  const json = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/i.exec(text)?.[1] ?? text;
  const parsed = parse(json);
  if (parsed === undefined) return { broken: 'it was not one valid JSON object with nothing around it.' };
  const checked = structuredResults[target].safeParse(parsed);
  if (checked.success) return { result: checked.data };
  const keys = Object.keys(structuredResults[target].shape).join(', ');
  return { broken: `it did not have exactly the keys (${keys}) with values of the demanded types.` };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? clean(value) : value));
  } catch {
    return undefined;
  }
}
