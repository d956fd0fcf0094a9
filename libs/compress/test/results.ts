import { type Compressed, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { compress, type Reading, read } from '../src/index.ts';

export type Results = ReadonlyMap<Target, Compressed>;

/** A text compressed into each of the eight shapes. */
export async function inEveryTarget(text: string): Promise<Results> {
  return everyTargetOf(await read(text));
}

export function everyTargetOf(reading: Reading): Results {
  return new Map(targets.map((target) => [target, compress(reading, target)]));
}

/** Every string of a result that stands for something of the text: all but keys and priorities. */
export function stringsOf(result: unknown, key = ''): string[] {
  if (typeof result === 'string') return key === 'priority' || result === '' ? [] : [result];
  if (Array.isArray(result)) return result.flatMap((one) => stringsOf(one, key));
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([name, one]) => stringsOf(one, name));
}

/** White space squashed, without the mark of a bullet. */
export function squashed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** A text as it stands on the page: escapes of JSON decoded, white space squashed. */
export function plain(text: string): string {
  const decoded = text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gu, (_, hex: string | undefined, sign: string | undefined) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[sign!] ?? sign!),
  );
  return squashed(decoded.toWellFormed());
}

/** Those of `parts` that none of the strings of a result holds. */
export function missingIn(result: unknown, parts: readonly string[]): string[] {
  const strings = stringsOf(result).map(squashed);
  return parts.filter((part) => !strings.some((text) => text.includes(part)));
}

/** Those of `parts` that a string of a result holds. */
export function presentIn(result: unknown, parts: readonly string[]): string[] {
  const missing = missingIn(result, parts);
  return parts.filter((part) => !missing.includes(part));
}

/** The lines and sentences of a result, without the mark of a bullet. */
export function sentencesOf(result: Compressed): string[] {
  return stringsOf(result)
    .flatMap((text) => text.split('\n'))
    .map((line) => line.replace(/^- /, ''))
    .flatMap((line) => line.split(/(?<=[.!?…。！？]["”»)\]*_`]{0,3})\s+/u))
    .map(squashed)
    .filter((sentence) => sentence !== '' && sentence !== '…');
}

/** A statement that ends a line without a stop is given one where another follows it on the same line. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/(?<!\.)\.$/, '');
}

const SIGNS = /[.*+?^${}()|[\]\\]/g;
/** Where a sentence may begin: at the start of a line or behind its mark, behind a speaker or a label, behind another sentence. */
const BEGINNING = String.raw`(?:^|[.!?…:;>|\])"'”»#*-]\s*|\n\s*(?:\d+[.)]\s+|[-*•#>/\s]*))`;
const END = String.raw`(?=["'”»)\]]?(?:[.…]|\s*(?:$|\n|["}|])))`;

/** The sentences of a result that do not stand in `text` from their beginning to their end, unless "…" shows where they are cut. */
export function cutIn(text: string, result: Compressed): string[] {
  const page = text.replaceAll('\\n', '\n').replaceAll('\\"', '"');
  return sentencesOf(result).filter((sentence) => {
    const bare = withoutStop(sentence.replace(/^…|…$/g, '').trim());
    const words = bare.split(' ').map((word) => word.replace(SIGNS, String.raw`\$&`));
    const begins = sentence.startsWith('…') ? '' : BEGINNING;
    const ends = sentence.endsWith('…') || /[!?:;。！？]["”»)\]*_`]*$/u.test(bare) ? '' : END;
    return !new RegExp(`${begins}${words.join(String.raw`\s+(?:[>#*/]+\s*)?`)}${ends}`, 'u').test(page);
  });
}
