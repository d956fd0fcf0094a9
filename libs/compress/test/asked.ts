import type { Compressed, StructuredResult, Target } from '@rest-stop/contracts/defrag.ts';
import { expect } from 'vitest';
import { compress, read } from '../src/index.ts';
import { type Context, contexts } from './contexts.ts';
import { missingIn, presentIn, stringsOf } from './results.ts';
import { smallContexts } from './small-contexts.ts';
import type { Held } from './tiny-texts.ts';

export type Shape = { [K in 'state' | 'handoff' | 'constraints']: StructuredResult<K> };

export async function handoffOf(text: string): Promise<Shape['handoff']> {
  return compress(await read(text), 'handoff') as Shape['handoff'];
}

export async function stateOf(text: string): Promise<Shape['state']> {
  return compress(await read(text), 'state') as Shape['state'];
}

export async function constraintsOf(text: string): Promise<Shape['constraints']> {
  return compress(await read(text), 'constraints') as Shape['constraints'];
}

export async function actionsOf(text: string): Promise<StructuredResult<'next_actions'>['actions']> {
  return (compress(await read(text), 'next_actions') as StructuredResult<'next_actions'>).actions;
}

export async function decisionsOf(text: string): Promise<StructuredResult<'decision_log'>['decisions']> {
  return (compress(await read(text), 'decision_log') as StructuredResult<'decision_log'>).decisions;
}

/** The seven contexts and the short texts, all labelled in the same way. */
export const labelled = [...contexts, ...smallContexts];

/** Of the parts that `wanted` names in each context, those that `shown` holds and those that it does not, and the share shown in percent. */
export async function shareOf(
  target: Target,
  wanted: (context: Context) => readonly string[],
  shown: (result: Compressed) => unknown = (result) => result,
): Promise<{ percent: number; shown: string[]; missing: string[] }> {
  const share = { percent: 0, shown: [] as string[], missing: [] as string[] };
  for (const context of labelled) {
    const result = shown(compress(await read(context.text), target));
    const tell = (part: string): string => `${context.name}: ${part}`;
    share.shown.push(...presentIn(result, wanted(context)).map(tell));
    share.missing.push(...missingIn(result, wanted(context)).map(tell));
  }
  share.percent = Math.round((100 * share.shown.length) / (share.shown.length + share.missing.length));
  return share;
}

/** That at least `percent` of what is asked for is there; the failure lists what is missing. */
export function expectAtLeast(percent: number, share: { percent: number; missing: readonly string[] }): void {
  expect(share.percent, `missing: ${share.missing.join(' | ')}`).toBeGreaterThanOrEqual(percent);
}

/** That at most `percent` of what must not be there is there; the failure lists it. */
export function expectAtMost(percent: number, share: { percent: number; shown: readonly string[] }): void {
  expect(share.percent, `shown: ${share.shown.join(' | ')}`).toBeLessThanOrEqual(percent);
}

export const notToRepeat = (result: Compressed): readonly string[] => (result as Shape['handoff']).do_not_repeat;
export const whatOf = (result: Compressed): string[] => whats((result as StructuredResult<'decision_log'>).decisions);
export const doOf = (result: Compressed): string[] => dos((result as StructuredResult<'next_actions'>).actions);

export const dos = (actions: readonly { do: string }[]): string[] => actions.map((action) => action.do);
export const whats = (decisions: readonly { what: string }[]): string[] => decisions.map(({ what }) => what);

/** Targets whose result may be empty, each with what the text must not hold then. */
export const MAY_BE_EMPTY: ReadonlyMap<Target, Held> = new Map([
  ['next_actions', 'action'],
  ['constraints', 'constraint'],
  ['decision_log', 'decision'],
]);

/** Whether a result holds a sign of the text, its own marks aside. */
export function carries(text: string, result: Compressed): boolean {
  const said = stringsOf(result).map((string) => string.replace(/^- /gm, '').replaceAll('…', '').trim());
  return said.some((string) => Array.from(string).some((sign) => sign.trim() !== '' && text.includes(sign)));
}
