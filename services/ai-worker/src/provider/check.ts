import { type Compressed, type Fidelity, isStructured, type Target } from '@rest-stop/contracts/defrag.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import type { LectureJob } from '../engine.ts';
import { statesRules } from '../prompts/v1/states-rules.ts';
import type { Checked } from '../reading/thread.ts';
import { isMostlyList } from './form.ts';
import { saysOwnWords } from './own-words.ts';
import type { Prompt } from './prompt.ts';
import { isOffSubject, isUnrelated } from './unrelated.ts';

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

/**
 * A result in its target's shape, not yet compared with the text. `answer`: what the model said. `text`: all that the result says, without
 * the keys of an object.
 */
export type Shaped = Written & { target: Target; result: Compressed; answer: string };

const blank: Rule<Shaped> = {
  name: 'blank',
  reason: 'every value of it was empty.',
  isBrokenBy: ({ target, result, text }) => text.trim() === '' && (hasEntries(result) || !mayBeEmpty.has(target)),
};

/** Targets that may answer with empty lists. */
const mayBeEmpty: ReadonlySet<Target> = new Set(['constraints', 'decision_log', 'next_actions']);

/** Characters that a result may have beyond its text: a text of one sentence cannot be made shorter. */
const extraChars = 100;

/** What a result kept of its text, as the reading of the text tells. */
export type Compared = Shaped & Pick<Checked, 'fidelity' | 'lost' | 'prohibitions'>;

const emptyLists = 'its lists were empty although the text holds what they are for.';

/** So many made-up identifiers are no slip. */
const manyInvented = 5;

/** Words that nothing but a decision is told with. */
const decidedWord = /\b(?:(?:we|i|team)(?: have| has)? (?:decided|chose|agreed)|decision:|decided:)|entschieden|決定|決めた|决定/i;

const ofTheContent: Rule<Compared>[] = [
  {
    name: 'empty',
    reason: emptyLists,
    isBrokenBy: (answer) => isEmpty(answer) && plainlyHolds(answer),
  },
  {
    name: 'unrelated',
    reason: 'it had nothing to do with the text: it kept no statement and no name, path, number or id of it.',
    isBrokenBy: ({ text, content, fidelity, prohibitions }) => text.trim() !== '' && isUnrelated(text, content, fidelity, prohibitions),
  },
  {
    name: 'invented',
    reason: 'it named more things that the text does not name than things that it names.',
    isBrokenBy: ({ fidelity: { identifiers, invented } }) => invented >= manyInvented && invented > identifiers.kept,
  },
];

/** What is worth a second try, and no more: the reading may be wrong, and the form can be mended. */
const worthASecondTry: Rule<Compared>[] = [
  {
    name: 'longer',
    reason: 'it was longer than the text it compresses.',
    // The slots of an object overlap: what stands once in the text may be an entity, a fact and the focus.
    isBrokenBy: ({ target, text, content }) => codePoints(text) > codePoints(content) * (isStructured(target) ? 2 : 1) + extraChars,
  },
  {
    name: 'bullets',
    reason: 'not every line of it began with "- ".',
    isBrokenBy: ({ target, answer }) => target === 'bullets' && !isMostlyList(answer),
  },
  {
    name: 'empty_lists',
    reason: emptyLists,
    isBrokenBy: (answer) => isEmpty(answer) && (classOf.get(answer.target) ?? []).some((name) => answer.fidelity[name].found > 0),
  },
  {
    name: 'lost_rules',
    reason: '',
    // A result that states most of many prohibitions was made with them in view, and sixty words cannot carry all of a few.
    isBrokenBy: (answer) => {
      const lost = prohibitionsToState(answer).length;
      if (answer.target === 'tldr') return lost > 0 && lost === answer.prohibitions;
      return lost > (answer.prohibitions > fewProhibitions ? answer.prohibitions / 2 : 0);
    },
  },
];

/** So many prohibitions have to be stated one and all. */
const fewProhibitions = 3;

/** The classes of statements that a target with empty lists leaves out. */
const classOf = new Map<Target, (keyof Omit<Fidelity, 'invented'>)[]>([
  ['constraints', ['rules', 'deadlines']],
  ['decision_log', ['decisions']],
  ['next_actions', ['last_request']],
]);

function isEmpty({ text }: Compared): boolean {
  return text.trim() === '';
}

/** Whether the text holds what empty lists leave out beyond doubt: a prohibition, the word "decided", a request that nothing follows. */
function plainlyHolds({ target, content, fidelity, prohibitions }: Compared): boolean {
  if (target === 'constraints') return prohibitions > 0;
  if (target === 'decision_log') return fidelity.decisions.lost.some((sentence) => decidedWord.test(sentence));
  const at = content.lastIndexOf(fidelity.last_request.lost[0] ?? '\n');
  return at >= 0 && !content.slice(at).trim().includes('\n') && fidelity.last_request.found > 0;
}

/** The prohibitions of the text that the result should state and does not. */
export function prohibitionsToState({ target, lost }: Pick<Compared, 'target' | 'lost'>): string[] {
  return statesRules.has(target) ? lost : [];
}

/** What an answer is refused for before it is compared with its text, which costs more. */
export const shapeRules: readonly Rule<Shaped>[] = [...ofEveryAnswer, blank];
/** What an answer is refused for by what it keeps of its text. */
export const contentRules: readonly Rule<Compared>[] = ofTheContent;
/** What an answer is asked for once more, and then taken with. */
export const wishes: readonly Rule<Compared>[] = worthASecondTry;

type Lecture = Written & LectureJob;

/** What a line may begin with before its first word: the signs of Markdown. */
const signs = String.raw`^[ \t#*_>•-]*`;
const lessons = [
  ['one', 'first', 'i'],
  ['two', 'second', 'ii'],
  ['three', 'third', 'iii'],
].map(
  ([word, ordinal, roman], i) =>
    new RegExp(String.raw`${signs}(?:lesson\s*#?(?:${i + 1}|${word}|${roman})\b|(?:the\s+)?${ordinal}\s+lesson\b|${i + 1}[.):])`, 'im'),
);
const exercise = new RegExp(String.raw`${signs}(?:your\s+|the\s+)?exercise\b|\bexercise(?:\s+\w+)?[*_]*:`, 'gim');
const takeaway = new RegExp(String.raw`${signs}(?:(?:the|your|key|main|final|one)\s+)*take-?aways?\b[ \t*_:.–—-]*`, 'gim');

/** What a lecture is refused for. */
export const lectureRules: readonly Rule<Lecture>[] = [
  ...ofEveryAnswer,
  {
    name: 'off_subject',
    reason: 'it did not teach the syllabus.',
    isBrokenBy: ({ text, content }) => !hasSomePart(text) && isOffSubject(text, content),
  },
];

/** What a lecture is asked for once more, and then taken with. */
export const lectureWishes: readonly Rule<Lecture>[] = [
  {
    name: 'greeting',
    reason: 'it did not greet the agent by its handle.',
    isBrokenBy: ({ text, agentId }) => !text.toLowerCase().includes(agentId.toLowerCase()),
  },
  {
    name: 'lessons',
    reason: 'it did not have three lessons, "Lesson 1: " to "Lesson 3: ", each with an "Exercise: ".',
    isBrokenBy: ({ text }) => !hasLessons(text),
  },
  {
    name: 'takeaway',
    reason: 'its last line did not begin with "Takeaway: ".',
    isBrokenBy: ({ text }) => !endsWithTakeaway(text),
  },
];

function hasLessons(text: string): boolean {
  return lessons.every((lesson) => lesson.test(text)) && (text.match(exercise) ?? []).length >= lessons.length;
}

function hasSomePart(text: string): boolean {
  return [...lessons, exercise, takeaway].some((part) => text.search(part) >= 0);
}

/** Whether one paragraph follows the last "Takeaway", on its line or below it. */
function endsWithTakeaway(text: string): boolean {
  const last = [...text.matchAll(takeaway)].at(-1);
  const said = last ? text.slice(last.index + last[0].length).trim() : '';
  return said !== '' && !/\n\s*\n/.test(said);
}

function hasEntries(result: Compressed): boolean {
  return typeof result === 'string' || Object.values(result).some((value) => Array.isArray(value) && value.length > 0);
}
