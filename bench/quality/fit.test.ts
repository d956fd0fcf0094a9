import { ruleWords } from '@rest-stop/ai-worker/offline/rule-words/rule-words.ts';
import { describe, expect, it } from 'vitest';
import { caseSets, loadCases } from './probes.ts';
import { fitLogistic } from './regression.ts';
import { loadSentences } from './sentences.ts';
import { fitWords } from './words.ts';

const squash = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

describe('logistic regression', () => {
  const example = (positive: boolean, ...names: string[]) => ({ features: new Map(names.map((name) => [name, 1])), positive, weight: 1 });
  const examples = Array.from({ length: 200 }, (_, i) =>
    example(i % 2 === 0, 'even', i % 2 === 0 ? 'sign' : 'other', i % 3 === 0 ? 'noise' : 'hum'),
  );
  const options = { rounds: 20, rate: 0.1, ridge: 1 };

  it('gives weight to what tells the classes apart and little to what does not', () => {
    const weights = fitLogistic(examples, options);
    expect(weights.get('sign')).toBeGreaterThan(1);
    expect(weights.get('other')).toBeLessThan(-1);
    expect(Math.abs(weights.get('noise')!)).toBeLessThan(0.5);
  });

  it('gives the same weights each time, and smaller ones the more they are pulled to zero', () => {
    expect(fitLogistic(examples, options)).toEqual(fitLogistic(examples, options));
    const pulled = fitLogistic(examples, { ...options, ridge: 100 });
    expect(pulled.get('sign')).toBeLessThan(fitLogistic(examples, options).get('sign')!);
  });
});

describe('labelled sentences', () => {
  const sentences = loadSentences();

  it('are of all labels and hold no sentence of a context that they are to help with', () => {
    expect(new Set(sentences.map(({ label }) => label))).toEqual(new Set(['ban', 'rule', 'request', 'decision', 'other']));
    const rules = new Set(
      caseSets.flatMap((set) => loadCases(set).flatMap(({ probes }) => probes.constraints.map(({ text }) => squash(text)))),
    );
    expect(sentences.map(({ text }) => squash(text)).filter((text) => text.split(' ').length > 4 && rules.has(text))).toEqual([]);
  });

  it('teach what they hold: most of those kept back are told apart', () => {
    const labelled = sentences.map(({ label, text }) => ({
      text,
      rule: label === 'rule' || label === 'ban',
      ban: label === 'ban',
      weight: 1,
      fromContext: true,
    }));
    const weights = fitWords(labelled.filter((_, i) => Math.floor(i / 500) % 8 !== 0));
    const kept = labelled.filter((_, i) => Math.floor(i / 500) % 8 === 0);
    const right = kept.filter(({ text, rule }) => ruleWords(text, weights).rule > -0.5 === rule);
    expect(kept.length).toBeGreaterThan(2_000);
    expect(right.length / kept.length).toBeGreaterThan(0.8);
  });
});
