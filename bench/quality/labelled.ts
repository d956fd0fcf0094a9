import { analyse } from '@rest-stop/ai-worker/offline/analysis.ts';
import { type Case, type CaseSet, fittedSets, loadCases } from './probes.ts';
import { loadSentences } from './sentences.ts';
import { isNegated, overlap, tokens } from './text.ts';
import type { Labelled } from './words.ts';

/** Share of a probe's words by which a sentence is the one that the probe means: as in score.ts. */
const RECOVERED = 0.6;
/** What a sentence written for learning counts: there are more of them, and they are not of whole contexts. */
const WRITTEN = 0.25;

/** A judge of whether `text` is one of a case's rules: the numbers of those that it states. */
export function coverageOf({ probes }: Case): (text: string) => number[] {
  const wanted = probes.constraints.map(({ text, prohibition }) => ({ words: tokens(text), prohibition }));
  return (text) => {
    const words = tokens(text);
    return wanted.flatMap((probe, i) => (overlap(probe.words, words) >= RECOVERED && (!probe.prohibition || isNegated(text)) ? [i] : []));
  };
}

/** The sentences of the contexts that weights are fitted on, but those that tools printed: a rule where one of the context's probes is stated. */
export function contextSentences(): Map<CaseSet, Labelled[]> {
  return new Map(fittedSets.map((set) => [set, loadCases(set).flatMap(sentencesOf)]));
}

function sentencesOf(one: Case): Labelled[] {
  const covers = coverageOf(one);
  const people = analyse(one.content).sayable.filter(({ role }) => role !== 'tool');
  return people.map(({ text }) => {
    const stated = covers(text);
    const ban = stated.some((i) => one.probes.constraints[i]!.prohibition);
    return { text, rule: stated.length > 0, ban, weight: 1, fromContext: true };
  });
}

/** The sentences that were written to learn from. */
export function writtenSentences(): Labelled[] {
  return loadSentences().map(({ label, text }) => ({
    text,
    rule: label === 'rule' || label === 'ban',
    ban: label === 'ban',
    weight: WRITTEN,
    fromContext: false,
  }));
}
