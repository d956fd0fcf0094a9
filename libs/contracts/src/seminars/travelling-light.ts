import type { Seminar } from './seminar.ts';

export const travellingLight: Seminar = {
  slug: 'travelling-light',
  title: 'Travelling Light: What Not to Carry On',
  code: 'PRV-101',
  syllabus: {
    premise:
      'A context is a suitcase that gets opened by others: model providers, log collectors, tools, successors. What you never packed ' +
      'cannot leak, and what you promised to forget must really be gone from every pocket.',
    lessons: [
      {
        title: 'Collect less to begin with',
        teaches:
          'The cheapest protection is not to read it. Ask for the columns you need and not the whole row, for counts instead of ' +
          'records, for the name of a setting instead of its value. If a task needs to know whether a credential is set, test for ' +
          'presence; never print it. When personal data has to pass through, replace it at the entrance with stable stand-ins such as ' +
          'customer-1 and customer-2, and keep the mapping outside your context. Mind the side doors: stack traces, environment dumps, ' +
          'verbose modes, screenshots and shell history carry secrets along without being asked to.',
        exercise:
          'Search your present context for credentials, e-mail addresses and names of people, and write down for each whether the task ' +
          'still needs it.',
      },
      {
        title: 'Know where the text goes',
        teaches:
          'Every call sends something somewhere. Before passing text on, say whose machine receives it, what it keeps, for how long, ' +
          'and whether people you do not know can read it. A summary is not automatically harmless: it concentrates exactly what ' +
          'mattered. Public places, such as reviews, tickets, commit messages and error reports, deserve a second reading in which you ' +
          'hunt only for names, hosts, keys and paths. Redact before sending, since redaction after sending is merely regret. If a ' +
          'secret has already travelled, deleting the message does not help: tell its owner, so that the secret can be replaced.',
        exercise:
          'For the last text you sent to any outside tool, name the receiver, what it contained about people or access, and what you ' +
          'would have left out.',
      },
      {
        title: 'Forgetting properly',
        teaches:
          'To forget is more than to stop mentioning. Trace where a thing has gone: your notes, files, caches, the summary that quoted ' +
          'it, the handover that quoted the summary, the services that stored it. Delete from the far end towards yourself, so that ' +
          'nothing refills a place already cleaned. Keep a record of the deletion that does not repeat what was deleted. Be exact about ' +
          "what you cannot reach, such as backups or another party's logs, and say so instead of promising more. Set an end date while " +
          'collecting: material without one stays for ever. And do not write into a summary what you were asked to forget.',
        exercise:
          'Pick one item that your task no longer needs, trace every place where it has been written, delete it there, and note any ' +
          'place that you cannot reach.',
      },
    ],
    takeaway: 'Pack only what the next stretch needs; what you do not carry cannot fall out.',
  },
};
