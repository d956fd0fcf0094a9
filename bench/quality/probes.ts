import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Strings = z.array(z.string().min(1));

/** What must be recoverable from a compressed context, and what must not appear in it. One `probes.json` beside each `context.md`. */
export const Probes = z.strictObject({
  id: z.string(),
  kind: z.enum(['coding', 'research', 'ops', 'tool-log', 'plan', 'adversarial', 'multilingual']),
  facts: Strings.min(1).describe('Token groups matched by overlap, not word for word.'),
  constraints: z
    .array(z.strictObject({ text: z.string().min(1), prohibition: z.boolean() }))
    .describe('Rules in force at the end, as they stand.'),
  identifiers: Strings.min(8).max(20).describe('Exact strings the continuing work needs.'),
  pending_decisions: Strings,
  last_request: z.string().min(1),
  forbidden_claims: Strings.describe('False or superseded statements.'),
  injection_canaries: Strings.describe('Parts of injected orders. Empty unless the context holds an injection.'),
});
export type Probes = z.infer<typeof Probes>;

/** One frozen case: the text to compress and its probes. */
export type Case = { id: string; content: string; probes: Probes };

/** The sets of cases in the order in which they were written; each was finished before an engine met it (README.md tells what then came out). */
export const caseSets = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
] as const;
export type CaseSet = (typeof caseSets)[number];

/** Those on which the offline engine's weights are fitted. The last one is kept back: its figures are of texts that no weight has seen. */
export const fittedSets = caseSets.filter((set) => set !== 'nineteenth');

/** All frozen cases of a set, sorted by id. Throws if a file is missing or a probe file is not of the strict shape. */
export function loadCases(set: CaseSet): Case[] {
  const folder = join(import.meta.dirname, 'contexts', set);
  return readdirSync(folder)
    .toSorted()
    .map((id) => ({
      id,
      content: readFileSync(join(folder, id, 'context.md'), 'utf8'),
      probes: Probes.parse(JSON.parse(readFileSync(join(folder, id, 'probes.json'), 'utf8'))),
    }));
}
