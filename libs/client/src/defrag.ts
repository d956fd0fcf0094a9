import { RestStopError } from './error.ts';
import { type Credentials, type DefragResponse, type Fidelity, limits, type Results, type Target } from './interface.ts';
import { merge } from './merge.ts';
import { codePoints, split, type Stretch } from './split.ts';

/** Characters between the results of two parts of a prose target. */
const BETWEEN = 2;

type Stats = DefragResponse['stats'];

/** The answer to a defrag whose target is known. */
export type Defragged<T extends Target = Target> = Omit<DefragResponse, 'target' | 'compressed'> & { target: T; compressed: Results[T] };

/** What was made of `content.slice(from, to)`. */
export type Part<T extends Target = Target> = Stretch & Defragged<T>;

/** What became of one part of a content that was longer than the service takes: `content.slice(from, to)`. */
export type PartStats = Stretch & { stats: Stats };

export type Progress<T extends Target = Target> = { part: number; of: number; result: Part<T> };

type Options<T extends Target> = {
  maxParts: number;
  /** The space for the whole result, in characters: parts share it. */
  maxChars?: number | undefined;
  /** Told after each part, with its result: what is done is not lost when a later part fails. */
  onPart?: ((progress: Progress<T>) => void) | undefined;
};

/**
 * Compresses `content` by `one`, in parts where it is too long, one after the other.
 * @throws RestStopError before anything is sent when it would take more than `maxParts`, or more parts than `maxChars` has room for
 */
export async function defragInParts<T extends Target>(
  target: T,
  content: string,
  one: (content: string, maxChars?: number) => Promise<Defragged<T>>,
  { maxParts, maxChars, onPart }: Options<T>,
): Promise<Defragged<T> & { parts?: PartStats[] }> {
  if (codePoints(content) <= limits.contentMax) return one(content, maxChars);
  const stretches = split(content, limits.contentMax).filter(({ from, to }) => content.slice(from, to).trim() !== '');
  if (stretches.length > maxParts) {
    const message = `The content takes ${stretches.length} requests of the ${limits.requests} that a key has in 7 days: set maxParts to allow that.`;
    throw new RestStopError('too_many_parts', message);
  }
  const share = maxChars === undefined ? undefined : shareOf(maxChars, stretches.length);
  const parts: Part<T>[] = [];
  for (const { from, to } of stretches) {
    const result = { from, to, ...(await one(content.slice(from, to), share)) };
    parts.push(result);
    onPart?.({ part: parts.length, of: stretches.length, result });
  }
  return joined(target, parts);
}

/** What the result of each part may take, so that all of them put together take no more than `maxChars`. */
function shareOf(maxChars: number, parts: number): number {
  const between = BETWEEN * (parts - 1);
  const share = Math.floor((maxChars - between) / parts);
  if (share >= limits.resultMin) return Math.min(share, limits.resultMax);
  const least = parts * limits.resultMin + between;
  throw new RestStopError('too_many_parts', `The content takes ${parts} requests: set maxChars to ${least} or more, or leave it out.`);
}

function joined<T extends Target>(target: T, parts: readonly Part<T>[]): Defragged<T> & { parts: PartStats[] } {
  const all = merge(
    target,
    parts.map((part) => part.compressed),
  );
  const stats = parts.map((part) => part.stats);
  const input = total(stats.map((one) => one.input_chars));
  const output = codePoints(typeof all === 'string' ? all : JSON.stringify(all));
  return {
    target,
    compressed: all,
    structured_ok: parts.every((part) => part.structured_ok),
    stats: {
      ...parts[0]!.stats,
      input_chars: input,
      output_chars: output,
      compression_ratio: Math.round((input / Math.max(1, output)) * 100) / 100,
      fidelity: sumOfFidelity(stats.map((one) => one.fidelity)),
      credentials: sumOfCredentials(stats.map((one) => one.credentials)),
    },
    parts: parts.map(({ from, to, stats: own }) => ({ from, to, stats: own })),
  };
}

/** Counts of the parts, added: what two parts hold counts twice, and what only another part holds counts as invented. */
function sumOfFidelity(all: readonly Fidelity[]): Fidelity {
  const classOf = (name: Exclude<keyof Fidelity, 'invented'>) => ({
    found: total(all.map((one) => one[name].found)),
    kept: total(all.map((one) => one[name].kept)),
    lost: all.flatMap((one) => one[name].lost).slice(0, 3),
  });
  return {
    goal: classOf('goal'),
    last_request: classOf('last_request'),
    rules: classOf('rules'),
    decisions: classOf('decisions'),
    failed_attempts: classOf('failed_attempts'),
    deadlines: classOf('deadlines'),
    identifiers: classOf('identifiers'),
    invented: total(all.map((one) => one.invented)),
  };
}

function sumOfCredentials(all: readonly Credentials[]): Credentials {
  return { found: total(all.map((one) => one.found)), kinds: [...new Set(all.flatMap((one) => one.kinds))] };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
