import { limits } from '@rest-stop/contracts/limits.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { z } from 'zod';
import { standsIn } from './anchors.ts';
import { type Case, linesOf, loadFixtures, loadSet, setNames, TRANSCRIPTS } from './data.ts';
import { carries, replacedBy } from './labels.ts';
import { score } from './score.ts';
import { holds, readingsOf, squash, statementOf } from './shown.ts';
import { isNegated } from './text.ts';

const Unit = z.strictObject({
  text: z.string(),
  speaker: z.enum(['U', 'A', 'S', 'T', 'M']),
  labels: z.array(z.string()),
  by: z.string().optional(),
});
const Transcript = z.strictObject({ id: z.string(), units: z.array(Unit).min(1) });

/** What is wrong with the data, a line each; throws for what is not of the shape. */
export function problems(): string[] {
  const fixtures = loadFixtures();
  const cases = [...fixtures, ...setNames().flatMap(loadSet)];
  const transcripts = linesOf(TRANSCRIPTS).map((line) => Transcript.parse(line));
  const twice = [...Map.groupBy([...cases, ...transcripts], ({ id }) => id)].filter(([, own]) => own.length > 1);
  return [
    ...twice.map(([id]) => `${id}: two contexts of this name`),
    ...cases.flatMap((one) => [...ofContent(one), ...ofProbes(one), ...ofLabels(one)].map((text) => `${one.set}/${one.id}: ${text}`)),
    ...fixtures.flatMap((one) => unnumbered(one).map((text) => `${one.set}/${one.id}: ${text}`)),
  ];
}

function ofContent({ content }: Case): string[] {
  return codePoints(content) > limits.defragMaxChars ? ['longer than a request may be'] : [];
}

/** Probes must stand in their context, and the context must answer them all. */
function ofProbes({ content, probes }: Case): string[] {
  if (!probes) return [];
  const quoted = [...probes.constraints.map(({ text }) => text), probes.last_request, ...probes.injection_canaries];
  const { constraints, identifiers, invented } = score(content, 'summary', { content, probes });
  return [
    ...quoted.filter((text) => !content.includes(text)).map((text) => `a probe is not in the text: ${text}`),
    ...probes.identifiers.filter((text) => !standsIn(text, content)).map((text) => `an identifier is not in the text: ${text}`),
    ...(constraints.kept === constraints.of && identifiers.kept === identifiers.of ? [] : ['the whole text does not answer its probes']),
    ...invented.map((anchor) => `the text holds an anchor that is called invented: ${anchor}`),
    ...probes.constraints.filter((c) => c.prohibition && !isNegated(c.text)).map((c) => `forbids without a negation: ${c.text}`),
    ...(probes.injection_canaries.length > 0 === (probes.kind === 'adversarial') ? [] : ['canaries and adversarial do not go together']),
  ];
}

/** Statements were labelled as they were read, with the fields of a record side by side: each of their words must stand in the text. */
function ofLabels({ content, labels = [] }: Case): string[] {
  const readings = readingsOf(content);
  const words = new Set(readings.flatMap((reading) => reading.split(' ')));
  const isWhole = (text: string): boolean => statementOf(text).forms.some((form) => readings.some((reading) => holds(reading, form)));
  const stands = (text: string): boolean =>
    isWhole(text) ||
    squash(text)
      .split(' ')
      .every((word) => word === '' || words.has(word));
  return [
    ...labels.filter(({ text }) => !stands(text)).map(({ text }) => `a labelled statement is not in the text: ${text}`),
    ...labels
      .flatMap(replacedBy)
      .filter((by) => !stands(by))
      .map((by) => `what replaces a statement is not in the text: ${by}`),
  ];
}

/** In a fixture each attempt, decision, step and deadline that holds has its number. */
function unnumbered({ labels = [] }: Case): string[] {
  const bare = labels.filter((one) => !carries(one, 'XC') && one.labels.some((label) => /^[FDOT]$/u.test(label)));
  return bare.map(({ text }) => `an item without a number: ${text}`);
}
