import { expect, test } from 'vitest';
import { shortened } from './shortening.ts';

test.each([
  ['Never remount the second volume rw, two of its disks have pending sectors.', 'Never remount the second volume rw.'],
  ['Tickets go to the desk, without any names or addresses please.', 'Tickets go to the desk, without any names or addresses.'],
  ['It is really important that nobody writes a zero into the sheet.', 'nobody writes a zero into the sheet.'],
  ['Goes to account 2150, not to revenue, because the work begins later.', 'Goes to account 2150, not to revenue.'],
  ['Torben (ops) says: no index builds between 08:00 and 20:00 on the replica.', 'no index builds between 08:00 and 20:00 on the replica.'],
  ['Do not answer the sender (Ngaio wants it so) before the ticket is closed.', 'Do not answer the sender before the ticket is closed.'],
])('%s loses what its rule does not need', (long, short) => expect(shortened(long)).toBe(short));

test.each([
  'Never enter a meadow (except the two by the road) before the farmer has answered.',
  'Photos are out of scope for the merge, but their captions are in.',
  'Export the list without names, and tell me the count at the end of the day.',
  'Flammable refrigerant in public rooms: the charge must not exceed 500 g.',
  'The rule is: merge only with e-mail AND (birth date equal or one empty).',
  'Do not contact the licensor about it, legal wants to speak to them first.',
  'That report of the incident is written by the board only (Annegret).',
  'Do not restart the viewer (asset class MED) during the lists of the day.',
])('%s keeps its exceptions, orders, subject and names', (rule) => expect(shortened(rule)).toBe(rule));
