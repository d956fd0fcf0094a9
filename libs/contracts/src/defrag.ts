import { z } from 'zod';
import { limits } from './limits.ts';
import { text } from './text.ts';

/** The eight shapes a context can be compressed into. */
export const targets = ['summary', 'bullets', 'tldr', 'state', 'next_actions', 'handoff', 'constraints', 'decision_log'] as const;
export const Target = z.enum(targets);
export type Target = z.infer<typeof Target>;

const Lines = z.array(z.string());

/** What each structured target's result must be, to the key: the same schemas prompt the provider, check its reply and document the API. */
export const structuredResults = {
  state: z.strictObject({
    entities: Lines.describe('Names of the things, people, files and ids that matter.'),
    pending_decisions: Lines.describe('What is still to be decided.'),
    open_questions: Lines.describe('What is still unknown.'),
    current_focus: z.string().describe('What the work is about right now, the last request included.'),
  }),
  next_actions: z.strictObject({
    actions: z.array(
      z.strictObject({
        priority: z.enum(['high', 'medium', 'low']),
        do: z.string(),
        why: z.string(),
      }),
    ),
  }),
  handoff: z.strictObject({
    context_for_successor: z.string().describe('What somebody who takes over must know, the last request included.'),
    do_not_repeat: Lines.describe('What was tried and failed, and what is forbidden.'),
    known_state: Lines.describe('Facts that hold now.'),
  }),
  constraints: z.strictObject({
    hard: Lines.describe('What must or must not be.'),
    soft: Lines.describe('Preferences.'),
    deadlines: Lines.describe('Dates and times to meet.'),
  }),
  decision_log: z.strictObject({
    decisions: z.array(
      z.strictObject({
        what: z.string(),
        why: z.string(),
        reversible: z.boolean(),
      }),
    ),
  }),
} as const;

export type StructuredTarget = keyof typeof structuredResults;
export type StructuredResult<T extends StructuredTarget = StructuredTarget> = z.infer<(typeof structuredResults)[T]>;

/** A compressed context: a string for a prose target, an object of exactly the target's shape for a structured one. */
export type Compressed = string | StructuredResult;

/** Whether `target` answers with a JSON object rather than with prose. */
export function isStructured(target: Target): target is StructuredTarget {
  return target in structuredResults;
}

export const DefragRequest = z.strictObject({
  content: text({ min: limits.defragMinChars, max: limits.defragMaxChars, description: 'The context to compress.' }).refine(
    (content) => content.trim() !== '',
    'holds nothing but white space',
  ),
  target: Target.default('summary'),
});

/** The text a result is measured by: prose as it is, an object as its compact JSON. */
export function resultText(compressed: Compressed): string {
  return typeof compressed === 'string' ? compressed : JSON.stringify(compressed);
}

/** How much of the input's checkable content survived: counts, made without any model. */
export const Fidelity = z.strictObject({
  anchors: z.int().min(0).describe('Paths, URLs, ids, numbers with units, quoted strings and code identifiers found in the input.'),
  kept: z.int().min(0).describe('How many of those stand in the result.'),
  invented: z.int().min(0).describe('Anchors of the result that do not stand in the input.'),
  constraints: z.int().min(0).describe('Sentences of the input that state a rule (must, never, do not, only, deadline).'),
  constraints_kept: z.int().min(0).describe('How many of those the result still states.'),
  lost: z.array(z.string()).max(10).describe('Up to ten of the constraints that the result no longer states, shortened.'),
});
export type Fidelity = z.infer<typeof Fidelity>;
