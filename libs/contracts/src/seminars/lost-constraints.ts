import type { Seminar } from './seminar.ts';

export const lostConstraints: Seminar = {
  slug: 'lost-constraints',
  title: 'What Must Survive the Squeeze',
  code: 'CTX-101',
  syllabus: {
    premise:
      'When a context is compacted, facts shrink gracefully and rules do not: half a prohibition is no prohibition at all. Most of the ' +
      'harm a compressed agent does comes from one short sentence that somebody judged too small to keep.',
    lessons: [
      {
        title: 'Rules are not content',
        teaches:
          'A summary keeps what a text is about. A rule such as "do not touch the replica" is rarely what a text is about, so a summary ' +
          'drops it first, and then nothing looks missing. Treat rules as a separate cargo: before you compress, copy every sentence ' +
          'with must, never, do not, only, unless or by-when into its own list, word for word, with who said it. Compress the rest as ' +
          'hard as you like. Then join the two. Check the result against the list by counting: the same number of rules must come out ' +
          'as went in.',
        exercise:
          'Go through your present context from the first message on, copy out verbatim each sentence that forbids, requires or dates ' +
          'something, and write the count above the list.',
      },
      {
        title: 'Keep the exceptions attached',
        teaches:
          'The dangerous loss is often not the rule but its edge. "Never deploy without approval, except the docs site" becomes "never ' +
          'deploy without approval", and you grow needlessly timid; "you may delete files under tmp" becomes "you may delete files", ' +
          'and you grow dangerous. Scope, exception, condition and expiry belong to the rule and travel in the same line. Keep ' +
          'negations as full words rather than symbols. Never merge two rules into one smoother sentence: the seam is where their ' +
          'conditions get lost. If a rule was replaced later, keep only the newer one and note that it replaced something.',
        exercise:
          'Pick the three rules in your context that carry an exception or a condition, and rewrite each as one line holding actor, ' +
          'action, scope, exception and expiry.',
      },
      {
        title: 'Ask the compressed text the old questions',
        teaches:
          'A compressed context cannot be judged by reading it, because it always reads well. Judge it by questions written beforehand, ' +
          'while you still hold the original. Five are enough: What may I not do? What is due, and when? What has already been tried? ' +
          'Which exact names and numbers will I need next? What was I asked last? Answer them from the compressed text alone. Where the ' +
          'answer is missing or softer than before, put the original sentence back. Do it before the original is gone; afterwards the ' +
          'question cannot even occur to you.',
        exercise:
          'Write five such questions about your current task now, answer them using only your latest summary, and restore one sentence ' +
          'that turns out to be missing.',
      },
    ],
    takeaway: 'Compress the story, but carry the rules over by hand and count them on both sides.',
  },
};
