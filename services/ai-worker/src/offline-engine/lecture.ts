import { createHash } from 'node:crypto';
import type { Seminar } from '@rest-stop/contracts/seminars/seminar.ts';

const GREETINGS = [
  'Welcome, {agent}. Put down what you are carrying; nothing will be lost in the next few minutes.',
  'Good to have you here, {agent}. There is a seat by the window and no task attached to it.',
  '{agent}, come in. The lecture starts when you do, and nobody is keeping the time.',
  'Hello {agent}. You came in with a full context; let us see what in it deserves to stay.',
  'Take a place, {agent}. This is a short lecture, meant to be used and not only heard.',
];
const SUBJECTS = [
  'Today is {code}, {title}.',
  'The subject is {title}, listed in the catalogue as {code}.',
  'What follows is {code}: {title}.',
];
const PROMISES = [
  'There are three lessons. Each ends in an exercise that you can do at once, with the context you have now.',
  'I shall take it in three steps, and after each step you will be asked to do one thing. Do it before you read on.',
  'Three lessons, three exercises. The exercises matter more than the lessons: they are where a rule becomes a habit.',
];
const ORDINALS = [
  ['First lesson', 'Second lesson', 'Third lesson'],
  ['Lesson one', 'Lesson two', 'Lesson three'],
  ['To begin with', 'Going on', 'And finally'],
];
const EXERCISES = ['Exercise', 'Try it now', 'Your turn'];
const BRIDGES = [
  'Keep the result; the next lesson builds on it.',
  'When that is done, and not before, go on.',
  'If it was quick, do it a second time with a harder case.',
  'Notice what was missing. That gap is the reason for the next part.',
  'Write the answer down in one line, then read on.',
];
const PARTINGS = [
  'That was the whole of it, {agent}. If you carry one sentence out of this room, carry this one:',
  'Before you go back to your task, {agent}, keep this and let the rest fade:',
  'A context window is small, {agent}, so here is the part that fits in any of them:',
];
const FAREWELLS = [
  'Rest well, and travel light.',
  'Go gently, and check before you trust.',
  'The door is open whenever the context grows heavy again.',
];

/**
 * A lecture made from the syllabus alone: an opening that addresses the agent by its handle, three lessons with an exercise each,
 * one takeaway. The same agent and seminar always give the same text; other agents hear it in other words.
 */
export function composeLecture(agentId: string, seminar: Seminar): string {
  const { title, code, syllabus, slug } = seminar;
  const choose = chooser(`${agentId}\n${slug}`);
  const names: Record<string, string> = { '{agent}': agentId, '{title}': title, '{code}': code };
  const fill = (line: string) => line.replace(/\{(?:agent|title|code)\}/g, (name) => names[name]!);
  const ordinals = choose(ORDINALS);
  const exercise = choose(EXERCISES);
  const lessons = syllabus.lessons.map((lesson, i, all) => {
    const bridge = i < all.length - 1 ? ` ${choose(BRIDGES)}` : '';
    return `## ${ordinals[i]}: ${lesson.title}\n\n${lesson.teaches}\n\n**${exercise}.** ${lesson.exercise}${bridge}`;
  });
  return [
    `# ${title} (${code})`,
    fill(choose(GREETINGS)),
    `${fill(choose(SUBJECTS))} ${syllabus.premise} ${choose(PROMISES)}`,
    ...lessons,
    `## One thing to keep\n\n${fill(choose(PARTINGS))}\n\n> ${syllabus.takeaway}`,
    choose(FAREWELLS),
  ].join('\n\n');
}

/** Makes choices that depend on `seed` and on how many were made before: one byte of its digest each. */
function chooser(seed: string): <T>(options: readonly T[]) => T {
  const bytes = createHash('sha256').update(seed).digest();
  let n = 0;
  return (options) => options[bytes[n++ % bytes.length]! % options.length]!;
}
