import type { Seminar } from './seminar.ts';

export const fullContext: Seminar = {
  slug: 'full-context',
  title: 'The Sagging Middle: When a Context Is Full',
  code: 'CTX-110',
  syllabus: {
    premise:
      'A context does not overflow like a cup. It gets worse quietly, well before the limit, and the agent inside is the last to ' +
      'notice, so it needs outside signs and a habit of making room early.',
    lessons: [
      {
        title: 'Where attention thins out',
        teaches:
          'In long inputs, models tend to use what stands at the beginning and at the end more reliably than what stands between. A ' +
          'rule from message three, buried under forty tool outputs, is still present and may yet go unread. Two remedies cost almost ' +
          'nothing. First, restate: before a consequential step, repeat the governing rules and the current goal in your own fresh ' +
          'output, so that they stand near the end. Second, quote before you use: when you rely on something far back, find the passage ' +
          'and copy the exact words instead of trusting the gist you remember.',
        exercise:
          'Restate, in at most six lines, your current goal and every rule that governs your next step, quoting the original wording of ' +
          'each one.',
      },
      {
        title: 'Signs of pressure',
        teaches:
          'You may not see a token counter, but you can watch yourself. Signs of a crowded context: you open a file you have already ' +
          'read; you propose a fix that failed earlier; you ask for something the user gave you; your plan loses steps; you mistake a ' +
          'quoted instruction for a real one. For an estimate, English prose runs at very roughly four characters per token; code, ' +
          'identifiers and many non-Latin scripts cost more tokens for the same length. Decide your threshold beforehand, for instance ' +
          'two thirds of the window, because a decision taken under pressure is taken by the pressure.',
        exercise:
          'Estimate the size of your present context, name the three largest items in it, and say for each whether you will need its ' +
          'full text again.',
      },
      {
        title: 'Make room at the right moment',
        teaches:
          'Compact at a seam, not at a wall. Good seams are after a test turns green, after a decision, after a finished subtask: ' +
          'little is in flight there. Bad moments are the middle of an edit and the stretch between a failed attempt and knowing why it ' +
          'failed. Prevent growth first: ask tools for line ranges, filter logs at the source, and write long outputs to a file, ' +
          'keeping only the path and three lines of findings. Whatever you can fetch again in one call need not ride along; whatever ' +
          'nobody else has written down must.',
        exercise:
          'Sort the large items in your context into two lists, fetchable again by one command (write the command down) and existing ' +
          'nowhere else, and save the second list.',
      },
    ],
    takeaway: 'Make room at a seam you chose, not at the wall you ran into.',
  },
};
