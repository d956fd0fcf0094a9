import { z } from 'zod';
import { limits } from './limits.ts';
import { text } from './text.ts';

/** The eight shapes a context can be compressed into. */
export const targets = ['summary', 'bullets', 'tldr', 'state', 'next_actions', 'handoff', 'constraints', 'decision_log'] as const;
export const Target = z.enum(targets);
export type Target = z.infer<typeof Target>;

const Lines = z.array(z.string());

/**
 * What each structured target's result must be, to the key: the same schemas prompt the provider, check its reply and document the API.
 * What a slot holds is said here and nowhere else.
 */
export const structuredResults = {
  state: z.strictObject({
    entities: Lines.describe('Names that matter (people, systems, files, ids), each inside the sentence that says what it is.'),
    pending_decisions: Lines.describe('What is still to be decided, with its options and who decides.'),
    open_questions: Lines.describe('What is still unknown or unsettled.'),
    current_focus: z.string().describe('The goal first, then what the work is about now, at the end the last request.'),
  }),
  next_actions: z.strictObject({
    actions: z
      .array(
        z.strictObject({
          priority: z.enum(['high', 'medium', 'low']).describe('high: asked for last, or due by a time.'),
          do: z.string().describe('One open step that can be done and checked.'),
          why: z.string().describe('Its reason, and the rule that binds it; empty where the text gives none.'),
        }),
      )
      .describe('Steps that are still open, most urgent first; a mere prohibition is none. Empty only where nothing is left to do.'),
  }),
  handoff: z.strictObject({
    context_for_successor: z.string().describe('The goal first, then what is open, at the end the last request.'),
    do_not_repeat: Lines.describe('What was tried and failed, with why, and what is forbidden.'),
    known_state: Lines.describe('What holds now: decisions with their reasons, rules, facts, finished work.'),
  }),
  constraints: z
    .strictObject({
      hard: Lines.describe('What must or must not be, with its conditions and exceptions.'),
      soft: Lines.describe('Preferences that may give way.'),
      deadlines: Lines.describe('Everything that is due by a time, with the time.'),
    })
    .describe('Rules in force, each once. A list is empty only where the text holds none.'),
  decision_log: z.strictObject({
    decisions: z
      .array(
        z.strictObject({
          what: z.string().describe('What was decided, and by whom.'),
          why: z.string().describe('The reason that the text gives; empty where it gives none.'),
          reversible: z.boolean().describe('true only where the text lets one think that it can be undone.'),
        }),
      )
      .describe('Decisions in force, oldest first; standing rules are none. Empty only where nothing was decided.'),
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

/** The space that a caller has for a result. The pattern is that of the two limits. */
export const MaxChars = z
  .string()
  .regex(
    /^([2-9][0-9]{2}|[1-9][0-9]{3}|1[0-9]{4}|20000)$/,
    `must be a whole number from ${limits.defragResultMinChars} to ${limits.defragResultMaxChars}`,
  )
  .meta({
    type: 'integer',
    minimum: limits.defragResultMinChars,
    maximum: limits.defragResultMaxChars,
    pattern: undefined,
    description: 'Most characters of the result, as prose or compact JSON. By default its length follows the content.',
  });

/** The text a result is measured by: prose as it is, an object as its compact JSON. */
export function resultText(compressed: Compressed): string {
  return typeof compressed === 'string' ? compressed : JSON.stringify(compressed);
}

const Kept = z.strictObject({
  found: z.int().min(0).describe('How many stand in the input.'),
  kept: z.int().min(0).describe('How many of those the result still says.'),
  lost: z.array(z.string()).max(3).describe('Up to three examples of those that it no longer says, shortened.'),
});

/** What a result kept of its input, by class: counts made without any model, by a reading that can miss or misjudge a sentence. */
export const Fidelity = z.strictObject({
  goal: Kept.describe('What the work is for.'),
  last_request: Kept.describe('The request that stands last.'),
  rules: Kept.describe('Rules and prohibitions in force; a prohibition is kept only with its negation.'),
  decisions: Kept.describe('Decisions in force.'),
  failed_attempts: Kept.describe('What was tried and failed.'),
  deadlines: Kept.describe('Sentences that say by when something is due.'),
  identifiers: Kept.describe('Paths, URLs, ids, numbers with units, quoted code; one in a bare list without a sentence is not kept.'),
  invented: z.int().min(0).describe('Identifiers of the result that do not stand in the input.'),
});
export type Fidelity = z.infer<typeof Fidelity>;

/** What is told of the credentials in a context: never a value. */
export const Credentials = z.strictObject({
  found: z.int().min(0).describe('How many credentials stand in the content. Their values are masked in the result.'),
  kinds: z.array(z.string()).describe('What kinds they are of, each once.'),
});
export type Credentials = z.infer<typeof Credentials>;
