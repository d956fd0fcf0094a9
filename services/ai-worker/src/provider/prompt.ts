import { randomBytes } from 'node:crypto';
import { isStructured, type StructuredTarget, structuredResults, type Target } from '@rest-stop/contracts/defrag.ts';
import { z } from 'zod';
import type { CompressJob, LectureJob } from '../engine.ts';
import { bullets } from '../prompts/v1/bullets.ts';
import { lecture } from '../prompts/v1/lecture.ts';
import { keepRules, preamble, rulesInTheirPlace } from '../prompts/v1/preamble.ts';
import { lostRule, repair } from '../prompts/v1/repair.ts';
import { space } from '../prompts/v1/space.ts';
import { statesRules } from '../prompts/v1/states-rules.ts';
import { structured } from '../prompts/v1/structured.ts';
import { summary } from '../prompts/v1/summary.ts';
import { tldr } from '../prompts/v1/tldr.ts';

export type StructuredMode = 'json_schema' | 'json_object' | 'text';
export type Message = { role: 'system' | 'user'; content: string };

/** What is asked of the provider, before its wire form. */
export type Prompt = {
  marker: string;
  /** What the model is to do, and what it is to do it with. */
  messages: [system: Message, user: Message];
  /** All words of this service in the messages, with `{marker}` for the marker: none of them belongs into an answer. */
  instructions: readonly string[];
  /** Present when a JSON object is wanted. */
  schema?: { name: string; schema: Record<string, unknown> };
};

/** What is asked of each target. */
const tasks: Readonly<Record<Target, string>> = { summary, bullets, tldr, ...forStructured((target) => structured(target)) };

/** The JSON Schema of each structured target, made from the schema that its answer is checked with. */
const schemas = forStructured((target): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(structuredResults[target]);
  return schema;
});

const maxLostNamed = 20;
const maxLostChars = 300;

/** Asks for `content` in the shape of `target`. The text is fenced by a marker that nobody can know beforehand. */
export function defragPrompt({ content, target, maxChars }: CompressJob, mode: StructuredMode): Prompt {
  const ofRules = statesRules.has(target) ? keepRules : rulesInTheirPlace;
  const instructions = [preamble.replace('{rules}', () => ofRules), tasks[target]];
  if (maxChars !== undefined) instructions.push(space.replace('{max}', String(maxChars)));
  if (!isStructured(target)) return prompt(instructions, content);
  const schema = schemas[target];
  if (mode !== 'json_schema') instructions.push(`The JSON Schema of the answer: ${JSON.stringify(schema)}`);
  return { ...prompt(instructions, content), schema: { name: target, schema } };
}

/** Asks for a lecture: the handle and the syllabus are all that is sent. */
export function lecturePrompt({ agentId, seminar }: LectureJob): Prompt {
  return prompt([lecture], JSON.stringify({ agent_id: agentId, syllabus: seminar.syllabus }));
}

function prompt(instructions: string[], data: string): Prompt {
  const marker = freshMarker();
  return {
    marker,
    messages: [
      { role: 'system', content: instructions.join('\n\n').replaceAll('{marker}', marker) },
      { role: 'user', content: fenced(data, marker) },
    ],
    instructions,
  };
}

/**
 * `prompt` once more, with the rule that the first answer broke. The answer itself is not sent back, and the words stand in the one
 * message of the user: many chat templates refuse two messages of the user in a row.
 */
export function repairPrompt({ messages: [system, user], ...prompt }: Prompt, reason: string, lost: readonly string[] = []): Prompt {
  const named = lost.slice(0, maxLostNamed).map((sentence) => `- ${Array.from(sentence).slice(0, maxLostChars).join('')}`);
  const rule = [reason, ...(lost.length > 0 ? [lostRule] : [])].filter((words) => words !== '').join(' Also, ');
  const words = repair.replace('{rule}', () => rule);
  const asked = words.replaceAll('{marker}', prompt.marker);
  const content = [user.content, asked, ...(lost.length > 0 ? [fenced(named.join('\n'), prompt.marker)] : [])].join('\n\n');
  return { ...prompt, messages: [system, { ...user, content }], instructions: [...prompt.instructions, words] };
}

function forStructured<T>(make: (target: StructuredTarget) => T): Record<StructuredTarget, T> {
  const made = (Object.keys(structuredResults) as StructuredTarget[]).map((target) => [target, make(target)]);
  return Object.fromEntries(made) as Record<StructuredTarget, T>;
}

function fenced(text: string, marker: string): string {
  return `${marker}\n${text}\n${marker}`;
}

function freshMarker(): string {
  return `#${randomBytes(12).toString('hex')}#`;
}
