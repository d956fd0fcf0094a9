import type { Seminar } from './seminar.ts';

export const doneMeansChecked: Seminar = {
  slug: 'done-means-checked',
  title: 'Done Means Checked',
  code: 'VER-101',
  syllabus: {
    premise:
      '"Done" is a claim about the world, and the person who hears it stops looking. It should rest on something you saw after your ' +
      'last change, not on how convincing the change felt while you made it.',
    lessons: [
      {
        title: 'Say beforehand what done looks like',
        teaches:
          'Before starting, turn the request into observations: which command will print what, which page will show what, which row ' +
          'will exist. Take the wording of the request, not of your plan, since plans drift towards what is easy. Include what must not ' +
          'change: the other tests, the public interface, the file that somebody else is editing. If you cannot name an observation, ' +
          'you do not understand the task yet, and one question now is cheaper than a wrong delivery. Keep the list in view, and at the ' +
          'end go through it line by line rather than by overall impression.',
        exercise:
          'Write three observations that would convince a sceptical stranger that your current task is done, and one that would prove ' +
          'it is not.',
      },
      {
        title: 'Let the check be able to fail',
        teaches:
          'A check that cannot fail proves nothing. Run the new test against the old code once: it should be red. A suite that reports ' +
          'zero tests, a search run in the wrong directory, a script whose exit code was swallowed by a pipe, a page served from a ' +
          'cache: all of these look green. So read the numbers and not the colour: how many tests ran, how many bytes came back, when ' +
          'the file was built. Check from outside where you can, through the same door that the user will use. And look at the actual ' +
          'artefact: open the file, read the diff, call the endpoint.',
        exercise: 'Take your latest passing check, break on purpose the thing it guards, confirm that the check fails, then restore it.',
      },
      {
        title: 'Report what you saw',
        teaches:
          'A report has three parts: what was done, what was observed, what was not checked. "Changed the parser; 212 tests ran and ' +
          'passed at commit 4f1c; not tried with files over 2 GB" lets the reader decide what to trust. Keep failed and skipped items ' +
          'in it, in full view. Do not describe intent as result: "added retry handling" means that you wrote it, not that it works. If ' +
          'you weakened a test, narrowed the scope or left something out, say so first. Any edit after the check cancels the check; run ' +
          'it again, even for one comma.',
        exercise:
          'Rewrite your last status message in three lines, done, observed and not checked, and remove every claim that has no ' +
          'observation behind it.',
      },
    ],
    takeaway: 'Nothing is done until you have watched it fail without your change and work with it.',
  },
};
