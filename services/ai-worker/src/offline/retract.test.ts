import { expect, test } from 'vitest';
import { retract } from './retract.ts';
import { unitsOf } from './units.ts';

function remaining(content: string): string[] {
  const { units, gone } = retract(unitsOf(content));
  return units.filter((unit) => !gone.has(unit)).map((unit) => unit.text);
}

test('a value that a later sentence replaces goes, with its clause only', () => {
  const left = remaining(
    'User: Heap must stay under 64 KiB, C99 only, and no network access.\n\nUser: The gateway has less RAM: heap must stay under 40 KiB now.',
  );
  expect(left[0]).toBe('C99 only, and no network access.');
  expect(left.join(' ')).toContain('40 KiB');
});

test('the old deadline goes when the new one names it', () => {
  expect(remaining('- Report by 09:30 CET.\n\nYaw: the call was moved, report by 09:00 CET instead of 09:30.').join('\n')).not.toMatch(
    /^Report by 09:30/m,
  );
});

test('a ban that waits for somebody goes when that person has acted, and not when somebody asks', () => {
  const ban = 'User: Do not upload to the archive until Rhodri has confirmed.';
  expect(remaining(`${ban}\n\nUser: Rhodri confirmed the opt-out, so the archive is free.`)).toEqual([
    'Rhodri confirmed the opt-out, so the archive is free.',
  ]);
  expect(remaining(`${ban}\n\nUser: Rhodri has not confirmed the archive.`)).toHaveLength(2);
  expect(remaining(`${ban}\n\nUser: Can we upload to the archive now?`)).toHaveLength(2);
});

test('a ban on several things stays whole when one of them is said to have been replaced', () => {
  const ban = 'You never kill a session of displays 6, 7 and 8 without her okay.';
  expect(remaining(`User: ${ban}\n\nAssistant: Displays 1-6 and 8 poll again; 7 was replaced on 17 November.`)[0]).toBe(ban);
});

test('a ban for a time goes when it is lifted, a ban without an end stays', () => {
  const lifted = remaining('User: Do not correct the 2025 data before the copy is frozen.\n\nUser: You may correct the 2025 data now.');
  expect(lifted).toEqual(['You may correct the 2025 data now.']);
  const kept = remaining('User: Never correct the 2025 data.\n\nUser: You may correct the labels now.');
  expect(kept).toHaveLength(2);
});

test('what is allowed once lifts no ban on doing it unasked, and no ban on something else in the same sentence', () => {
  expect(remaining('User: Nobody stops bridge 3 without my consent.\n\nUser: You may stop bridge 3 at noon.')).toHaveLength(2);
  const ban = 'The old index stays as it is, so nobody deletes listings-06 before they say so.';
  expect(remaining(`User: ${ban}\n\nUser: You can read the old index as it stays.`)).toHaveLength(2);
});

test('measurements that merely differ stay', () => {
  expect(remaining('p99 was 6.8 s at 14:06.\n\np99 was 3.1 s at 14:44.')).toHaveLength(2);
});

test('the sentence with the new value takes the place of the rule', () => {
  const { units, renewing } = retract(unitsOf('- Report by 09:30 CET.\n\nYaw: the call was moved, report by 09:00 CET instead of 09:30.'));
  expect([...renewing].map((order) => units[order]?.text)).toEqual([expect.stringContaining('09:00 CET instead of 09:30')]);
});

test('what a later sentence quotes and lifts goes', () => {
  const left = remaining(
    'User: nobody deploys anything in search until i say so.\n\nUser: earlier i said nobody deploys anything in search: that freeze is lifted now.',
  );
  expect(left).toHaveLength(1);
  expect(left[0]).toContain('lifted');
});
