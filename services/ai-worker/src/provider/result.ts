import { type Compressed, isStructured, resultText, type StructuredTarget, structuredResults } from '@rest-stop/contracts/defrag.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { CompressJob, Defragged } from '../engine.ts';
import type { OpenReading } from '../reading/open-reading.ts';
import { contentRules, firstBroken, prohibitionsToState, shapeRules, wishes } from './check.ts';
import { ProviderFailure } from './failure.ts';
import { inForm } from './form.ts';
import type { Prompt } from './prompt.ts';
import { clean } from './reply.ts';
import { cutToWords, wordCount } from './words.ts';

/** A rule that an answer broke, without the answer: what is counted, and what the model is told. */
export type Broken = { name: string; reason: string };

/** What one answer is worth. */
export type Answer<Result> = {
  /** Absent when the answer must not be given to the agent. */
  result?: Result;
  /** Why a second answer is wanted. */
  broken?: Broken;
};

export type Judged = Answer<Defragged> & {
  /** Prohibitions of the text that the result should state and does not. */
  lost: string[];
};

const noObject = { name: 'no_object', reason: 'it was not one valid JSON object with nothing around it.' };
const tooManyWords = { name: 'words', reason: `it had more than ${limits.tldrWords} words.` };

/**
 * Reads the answer to `prompt`, which asked to compress what `reading` has read, and checks it by every rule. What the reading may be wrong
 * about, and what is only form, is worth a second try but never refused; a tldr with too many words is cut.
 * @throws ProviderFailure `too_large` for an answer longer than any legal content, which bounds the message that carries it
 */
export async function judge(
  { target, content }: CompressJob,
  prompt: Prompt,
  answer: string,
  reading: OpenReading,
  signal: AbortSignal,
): Promise<Judged> {
  const read = isStructured(target) ? readObject(target, answer) : answer;
  if (isBroken(read)) return refused(read);
  if (codePoints(resultText(read)) > limits.defragMaxChars) throw new ProviderFailure('too_large');
  const formed = inForm(target, read);
  const shaped = { target, content, prompt, answer, result: formed, text: saidBy(formed) };
  const badShape = firstBroken(shapeRules, shaped);
  if (badShape) return refused(badShape);

  const tooLong = target === 'tldr' && wordCount(shaped.text) > limits.tldrWords;
  const { lost: allLost, prohibitions, ...result } = await reading.check(target === 'tldr' ? asTldr(formed) : formed, signal);
  const compared = { ...shaped, fidelity: result.fidelity, lost: allLost, prohibitions };
  const lost = prohibitionsToState(compared);
  const badContent = firstBroken(contentRules, compared);
  if (badContent) return refused(badContent, lost);
  const wish = tooLong ? tooManyWords : firstBroken(wishes, compared);
  // A masked credential may have added a word.
  const compressed = target === 'tldr' ? asTldr(result.compressed) : result.compressed;
  return { ...(wish ? { broken: { name: wish.name, reason: wish.reason } } : {}), result: { ...result, compressed }, lost };
}

/** What cannot be given to the agent, with the prohibitions that a second try should state. */
function refused({ name, reason }: Broken, lost: string[] = []): Judged {
  return { broken: { name, reason }, lost };
}

function asTldr(result: Compressed): string {
  return cutToWords(resultText(result), limits.tldrWords);
}

/** A code fence around the object is taken off; anything else around it, or a cut-off object, is never mended. */
function readObject(target: StructuredTarget, text: string): Compressed | Broken {
  const json = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/i.exec(text)?.[1] ?? text;
  const parsed = parse(json);
  if (parsed === undefined) return noObject;
  const checked = structuredResults[target].safeParse(parsed);
  if (checked.success) return checked.data;
  const keys = Object.keys(structuredResults[target].shape).join(', ');
  return { name: 'keys', reason: `it did not have exactly the keys (${keys}) with values of the demanded types.` };
}

function isBroken(read: Compressed | Broken): read is Broken {
  return typeof read === 'object' && 'reason' in read;
}

/** All text of a result: prose as it is, the strings of an object one to a line. The words of a fixed choice say nothing of the text. */
function saidBy(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([key]) => key !== 'priority')
    .map(([, part]) => saidBy(part))
    .filter((part) => part.trim() !== '')
    .join('\n');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? clean(value) : value));
  } catch {
    return undefined;
  }
}

/** Of two answers that may be given, one no longer than its text, then that which lost fewer prohibitions, rules, details; else the first. */
export function better(first: Judged, second: Judged): Judged {
  if (!second.result) return first;
  if (!first.result) return second;
  const [one, other] = [losses(first, first.result), losses(second, second.result)];
  const at = one.findIndex((loss, i) => loss !== other[i]);
  return at >= 0 && other[at]! < one[at]! ? second : first;
}

/** What counts against an answer, the most important first. */
function losses({ lost, broken }: Judged, { fidelity: { rules, identifiers } }: Defragged): number[] {
  return [
    Number(broken?.name === 'longer'),
    lost.length,
    rules.found - rules.kept,
    identifiers.found - identifiers.kept,
    Number(broken !== undefined),
  ];
}
