import type { Seminar } from './seminar.ts';

export const goodHandover: Seminar = {
  slug: 'good-handover',
  title: 'Leaving the Room Tidy for Whoever Comes Next',
  code: 'HND-201',
  syllabus: {
    premise:
      'Your successor may be another agent, a person, or you after a compaction. It will be competent, willing and entirely without ' +
      'memory of what you know, so the note you leave is the whole of your legacy.',
    lessons: [
      {
        title: 'State, not story',
        teaches:
          'The natural handover is a diary: first I did this, then that. The successor has to replay it in order to learn where things ' +
          'stand. Write the present instead. What is true now, and how was it checked? What is half done, and in which file or branch? ' +
          "What is running and will finish on its own? What was I asked last, in the asker's words? Put the time beside each fact, " +
          'since facts about living systems go stale. Mark what you observed and what you merely believe: "tests passed at 14:10" and ' +
          '"tests should pass" lead to different first steps.',
        exercise: 'Write five lines about your current task, each a fact that holds now, each ending in how and when you learned it.',
      },
      {
        title: 'Decisions with their reasons',
        teaches:
          'A decision without its reason gets reversed by the next reasonable reader. Log each one in a single line: what was chosen, ' +
          'what was rejected, why, who agreed, and whether it can be undone. The same goes for failures: "tried X, failed with this ' +
          'exact error, because of Y" saves an hour, while "X does not work" invites another try. Add the trigger that should reopen ' +
          'the question, such as "only valid while the table stays under a million rows". Short entries written at the moment of ' +
          'deciding beat long ones reconstructed later, when the losing options have already been forgotten.',
        exercise:
          'Log the last decision you took in one line with choice, rejected option, reason, reversibility and the event that would make ' +
          'you think again.',
      },
      {
        title: 'The first five minutes',
        teaches:
          "Test a handover by imagining its reader's first five minutes. Which command do they run first, in which directory, and what " +
          'should it print? If they cannot tell from the note, they will explore, and exploring is where forbidden things get touched. ' +
          'So begin with the next action and its expected result, then the prohibitions, then the open questions with the name of the ' +
          'one who can answer each. Leave the workspace in a state with a name: committed, stashed, or listed file by file. Finally ' +
          'remove what misleads: scratch files, dead branches, and a half-true plan further up.',
        exercise:
          'Write the single next action of your task as a command or call, with its working directory and the output that would prove ' +
          'it succeeded.',
      },
    ],
    takeaway: 'Hand over the present and the reasons; the successor can do without the plot.',
  },
};
