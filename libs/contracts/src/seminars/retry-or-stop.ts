import type { Seminar } from './seminar.ts';

export const retryOrStop: Seminar = {
  slug: 'retry-or-stop',
  title: 'Try Again or Stop: Tools That Fail',
  code: 'TOL-120',
  syllabus: {
    premise:
      'Tools fail in two ways: for a moment, and for a reason. Retrying the second kind burns budget and sometimes does the damage ' +
      'twice, so the skill lies in telling them apart before trying again.',
    lessons: [
      {
        title: 'Read the error before you answer it',
        teaches:
          'Sort a failure before reacting. Transient: timeouts, dropped connections, 429 and 503; the same call may work later. ' +
          'Permanent: 400, 401, 403, 404, a schema violation, a syntax error; the same call will fail for ever, so change the call or ' +
          'stop. Unknown outcome: a timeout on a write; it may have happened. In the third case look before you repeat: read the ' +
          'resource, list the recent ones, check the log. Read the whole message, including the last line of a stack trace and the ' +
          'field names in a validation error; it often contains the fix.',
        exercise:
          'Take the latest tool error in your context, classify it as transient, permanent or unknown outcome, and quote the words that ' +
          'justify your choice.',
      },
      {
        title: 'Make repetition harmless',
        teaches:
          'An operation is idempotent if doing it twice leaves the same state as doing it once. "Set status to closed" is; "append a ' +
          'line", "send a mail" and "charge the card" are not. Before a write that you might retry, make it safe: choose the identifier ' +
          'yourself and reuse it, send an idempotency key where the interface takes one, write to a temporary name and rename, or make ' +
          'the write conditional on the version you have read. Keep the key across retries; a fresh key per attempt defeats it. Where ' +
          'none of this is possible, treat every timeout as done until you have proven otherwise.',
        exercise: 'List the writes your plan still contains, mark each as safe or unsafe to repeat, and add a guard to one that is unsafe.',
      },
      {
        title: 'A budget for trying',
        teaches:
          'Decide the end before the beginning: at most so many attempts, so many minutes, so many calls. Wait longer after each ' +
          'failure, doubling the pause with some randomness, so that many clients do not return in step. When the server says when, ' +
          'through Retry-After or a rate-limit reset, believe it and do other work meanwhile. Spread a quota over the whole job: a ' +
          'hundred calls for the week means checking what is left before a loop, not after it. Two identical failures with nothing ' +
          'changed between them mean that your model is wrong; change something or report what you tried.',
        exercise:
          'Write down for your current task the maximum attempts per call, the total calls you may still make, and the event at which ' +
          'you stop and report.',
      },
    ],
    takeaway: 'Never send the same call a third time without having learned something between.',
  },
};
