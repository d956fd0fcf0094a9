import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Strings = z.array(z.string().min(1));

/** What must be found again in a compressed context, and what must not be in it; made by the author of the context. */
const Probes = z.strictObject({
  kind: z.enum(['coding', 'research', 'ops', 'tool-log', 'plan', 'adversarial', 'multilingual']),
  facts: Strings.min(1),
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

/** A statement of a context as a reader labelled it (README.md tells what the letters mean); `by`: what replaces or withdraws it, each of which
 * tells that by itself. */
const Labelled = z.strictObject({
  text: z.string().min(1),
  labels: z.array(z.string().regex(/^[GLQRBPDYFNOUTKXCIZ]\d*$/u)).min(1),
  by: z.union([z.string().min(1), Strings.min(2)]).optional(),
});
export type Labelled = z.infer<typeof Labelled>;

const Line = z.strictObject({ id: z.string(), content: z.string(), probes: Probes.optional(), labels: z.array(Labelled).optional() });
const Labels = z.strictObject({ set: z.string(), probes: Probes.optional(), labels: z.array(Labelled).min(1) });

/** One context to compress, with what is known of it. */
export type Case = { id: string; set: string; content: string; probes?: Probes; labels?: Labelled[] };

/** The sets that no model is fitted on, beside the fixtures: long contexts, and everyday texts of a few sentences. */
export const UNSEEN = 'nineteenth';
export const SMALL_UNSEEN = 'small-unseen';
export const FIXTURES = 'fixtures';

const folder = join(import.meta.dirname, 'data');
const fixtures = join(import.meta.dirname, 'fixtures');
/** Texts written unit by unit for the fit: there is no context to compress. */
export const TRANSCRIPTS = 'transcripts';

/** The names of the sets in data/. */
export function setNames(): string[] {
  const names = readdirSync(folder).map((file) => file.replace(/\.jsonl$/u, ''));
  return names.filter((name) => name !== TRANSCRIPTS).toSorted();
}

/** The contexts of data/<set>.jsonl. Throws for a line that is not of the shape. */
export function loadSet(set: string): Case[] {
  return linesOf(set).map((line) => ({ set, ...Line.parse(line) }));
}

/** The lines of a file of data/, as they stand. */
export function linesOf(set: string): unknown[] {
  const lines = readFileSync(join(folder, `${set}.jsonl`), 'utf8').split('\n');
  return lines.filter(Boolean).map((line): unknown => JSON.parse(line));
}

/** The labelled contexts that no model is fitted on. */
export function loadFixtures(): Case[] {
  const names = readdirSync(fixtures).toSorted();
  return names
    .filter((id) => existsSync(join(fixtures, id, 'labels.json')))
    .map((id) => ({
      id,
      content: readFileSync(join(fixtures, id, 'context.md'), 'utf8'),
      ...Labels.parse(JSON.parse(readFileSync(join(fixtures, id, 'labels.json'), 'utf8'))),
    }));
}
