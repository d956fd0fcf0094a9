import { type Compressed, type Fidelity, isStructured, type Target } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { LectureJob } from '../engine.ts';
import { statesRules } from '../prompts/v1/states-rules.ts';
import type { Checked } from '../reading/thread.ts';
import { saysOwnWords } from './own-words.ts';
import type { Prompt } from './prompt.ts';

/** One thing that an answer must not do. */
export type Rule<Answer> = {
  /** A word for metrics and logs. */
  name: string;
  /** What was wrong, as the model is told when it is asked once more. */
  reason: string;
  isBrokenBy(answer: Answer): boolean;
};

/** The first rule that `answer` breaks, or undefined where it keeps them all. */
export function firstBroken<Answer>(rules: readonly Rule<Answer>[], answer: Answer): Rule<Answer> | undefined {
  return rules.find((rule) => rule.isBrokenBy(answer));
}

/** Text that a model wrote, what it wrote it from, and how it was asked. */
type Written = { text: string; content: string; prompt: Prompt };

/** What no answer may hold, whatever was asked for. */
const ofEveryAnswer: Rule<Written>[] = [
  {
    name: 'marker',
    reason: 'it repeated the line that marks the data.',
    isBrokenBy: ({ text, prompt }) => text.includes(prompt.marker.replaceAll('#', '')),
  },
  {
    name: 'own_words',
    reason: 'it repeated these instructions instead of working on the data.',
    isBrokenBy: ({ text, content, prompt }) => saysOwnWords(text, prompt.instructions, content),
  },
  {
    name: 'thoughts',
    reason: 'it showed its thoughts or the signs of a chat template, such as <think>.',
    isBrokenBy: ({ text, content }) => (text.match(templateSign) ?? []).some((sign) => !content.includes(sign)),
  },
];

/** Tags around thoughts (DeepSeek, Qwen), and the special tokens of most chat templates (`<|im_end|>`). */
const templateSign = /<\/?think(?:ing)?>|<\|[a-z_]+\|>/gi;

/** A result in its target's shape, not yet compared with the text. `text`: all that it says, without the keys of an object. */
export type Shaped = Written & { target: Target; result: Compressed };

/** Characters that a result may have beyond its text: a text of one sentence cannot be made shorter. */
const extraChars = 100;

const ofTheForm: Rule<Shaped>[] = [
  {
    name: 'longer',
    reason: 'it was longer than the text it compresses.',
    // The slots of an object overlap: what stands once in the text may be an entity, a fact and the focus.
    isBrokenBy: ({ target, text, content }) => codePoints(text) > codePoints(content) * (isStructured(target) ? 2 : 1) + extraChars,
  },
  {
    name: 'paragraphs',
    reason: 'it was not one single paragraph of prose.',
    isBrokenBy: ({ target, text }) => target === 'tldr' && /\n\s*\n|^\s*[-*•#]\s/m.test(text),
  },
  {
    name: 'bullets',
    reason: 'not every line of it began with "- ".',
    isBrokenBy: ({ target, text }) =>
      target === 'bullets' && text.split('\n').some((line) => line.trim() !== '' && !/^\s*[-*•]\s/.test(line)),
  },
  {
    name: 'blank',
    reason: 'every value of it was empty.',
    isBrokenBy: ({ target, result, text }) => text.trim() === '' && (hasEntries(result) || !mayBeEmpty.has(target)),
  },
];

/** Targets that may answer with empty lists, each with the classes of statements that the text must not hold then. */
const mayBeEmpty = new Map<Target, (keyof Omit<Fidelity, 'invented'>)[]>([
  ['constraints', ['rules', 'deadlines']],
  ['decision_log', ['decisions']],
  ['next_actions', ['last_request']],
]);

/** What a result kept of its text, as the reading of the text tells. */
export type Compared = Shaped & Pick<Checked, 'fidelity' | 'lost' | 'prohibitions'>;

/** A text with so many rules and identifiers is not expected to lose all of them in a result that has to do with it. */
const manyDetails = 5;

const ofTheContent: Rule<Compared>[] = [
  {
    name: 'empty',
    reason: 'its lists were empty although the text holds what they are for.',
    isBrokenBy: ({ target, text, fidelity }) =>
      text.trim() === '' && (mayBeEmpty.get(target) ?? []).some((name) => fidelity[name].found > 0),
  },
  {
    name: 'lost_rules',
    reason: 'it stated none of the prohibitions of the text.',
    isBrokenBy: (answer) => answer.prohibitions > 0 && prohibitionsToState(answer).length === answer.prohibitions,
  },
  {
    name: 'nothing_kept',
    reason: 'it had nothing to do with the text: it kept no rule and no name, path, number or id of it.',
    isBrokenBy: ({ target, text, fidelity }) => {
      const { identifiers, rules } = fidelity;
      if (text.trim() === '' || identifiers.found + rules.found < manyDetails) return false;
      // A log of decisions has to do with the text when it keeps a decision, even one in which nothing is named.
      return [identifiers, rules, ...(mayBeEmpty.get(target) ?? []).map((name) => fidelity[name])].every(({ kept }) => kept === 0);
    },
  },
  {
    name: 'invented',
    reason: 'it named more things that the text does not name than things that it names.',
    isBrokenBy: ({ fidelity: { identifiers, invented } }) => invented >= manyDetails && invented > identifiers.kept,
  },
];

/** The prohibitions of the text that the result should state and does not. */
export function prohibitionsToState({ target, lost }: Pick<Compared, 'target' | 'lost'>): string[] {
  return statesRules.has(target) ? lost : [];
}

/** Rules of the form: they are checked first, because comparing a result with its text costs more. */
export const formRules: readonly Rule<Shaped>[] = [...ofEveryAnswer, ...ofTheForm];
/** Rules of what a result keeps of its text. */
export const contentRules: readonly Rule<Compared>[] = ofTheContent;

type Lecture = Written & LectureJob;

/** A line that begins with `word`, with or without the signs of Markdown around it. */
const lineWith = (word: string): RegExp => new RegExp(String.raw`^[#*_\s]*${word}`, 'm');
const parts = [1, 2, 3].map((n) => lineWith(String.raw`Lesson ${n}\b`));

/** What a lecture has to be. */
export const lectureRules: readonly Rule<Lecture>[] = [
  ...ofEveryAnswer,
  {
    name: 'greeting',
    reason: 'it did not greet the agent by its handle.',
    isBrokenBy: ({ text, agentId }) => !text.toLowerCase().includes(agentId.toLowerCase()),
  },
  {
    name: 'lessons',
    reason: 'it did not have three lessons, "Lesson 1: " to "Lesson 3: ", each with an "Exercise: ".',
    isBrokenBy: ({ text }) =>
      parts.some((part) => !part.test(text)) || (text.match(new RegExp(lineWith('Exercise\\b'), 'gm')) ?? []).length < parts.length,
  },
  {
    name: 'takeaway',
    reason: 'its last line did not begin with "Takeaway: ".',
    isBrokenBy: ({ text }) => !lineWith('Takeaway\\b').test(text.trim().split('\n').at(-1)!),
  },
];

function hasEntries(result: Compressed): boolean {
  return typeof result === 'string' || Object.values(result).some((value) => Array.isArray(value) && value.length > 0);
}
