import type { Seminar } from './seminar.ts';

export const carryingGlass: Seminar = {
  slug: 'carrying-glass',
  title: 'Carrying Glass: Ids, Numbers and Units',
  code: 'NUM-101',
  syllabus: {
    premise:
      'Prose survives rewording; an identifier with one wrong character is a different identifier, or none at all. Most such breakages ' +
      'happen in transit, while copying, converting and summarising, and they look perfectly plausible afterwards.',
    lessons: [
      {
        title: 'Copy, never retype',
        teaches:
          'You write text token by token, and a long identifier has no meaning to steer by, so similar ones blend. Let machines move ' +
          'them: put the value in a variable, pipe it, select it by query, refer to it by file and line. Where you must write one out, ' +
          'take it from the nearest verbatim occurrence and compare the first four, the last four and the length afterwards. Never ' +
          'shorten an id in a note that someone will act upon, and never complete a partial one from memory. Preserve case, leading ' +
          'zeros, hyphens and trailing slashes; an id made of digits is a string, not a number.',
        exercise:
          'Choose the longest identifier that your task depends on, find its original source, and compare length, first four and last ' +
          'four characters with your own copy.',
      },
      {
        title: 'A number is a value, a unit and an origin',
        teaches:
          'Write "timeout 30 s", not "timeout 30". Confusions that really happen: seconds with milliseconds, MB (a million bytes) with ' +
          'MiB (1,048,576 bytes), bits with bytes, percent with percentage points, cents with whole currency, and currencies that have ' +
          'no cents at all. Convert once, in a tool, at a named place, and keep the original beside the result. Say whether a number ' +
          'was measured, configured or estimated, and do not add digits while converting: roughly 3 miles is about 5 km, not 4.828. For ' +
          'sums over more than a few values, run code; mental arithmetic over a table is guessing in a neat column.',
        exercise:
          'List every number in your current plan with unit and origin, and recompute with a tool one that you had worked out in your ' +
          'head.',
      },
      {
        title: 'Dates, big integers and quiet conversions',
        teaches:
          'Some values change without anybody touching them. A timestamp without a zone means another instant elsewhere; write an ' +
          'offset, as in 2031-05-04T09:30:00+02:00, and turn "tomorrow" into a date at once. Slashed dates such as 04/05 read both ' +
          'ways. JSON numbers above 9,007,199,254,740,991 lose digits in languages that parse them as doubles, so large ids travel as ' +
          'strings. Binary floating point cannot hold 0.1 exactly: keep money in integer minor units or decimals. Spreadsheets strip ' +
          'leading zeros and turn some codes into dates. After each boundary, read one value back and compare it with the source.',
        exercise:
          'Replace every relative date in your notes with an absolute one including its offset, and check one large id for digits ' +
          'changed by a JSON round trip.',
      },
    ],
    takeaway: 'Carry ids like glass: whole, in their original wrapping, and counted on arrival.',
  },
};
