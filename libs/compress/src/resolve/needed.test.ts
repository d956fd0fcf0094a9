import { expect, test } from 'vitest';
import { compress, read } from '../index.ts';

test('a name that the work goes on with is likelier to be needed than a figure or a time in passing', async () => {
  const { needed } = await read(
    [
      'User: Fix the rounding in src/billing/round.ts, the ticket is BIL-4471, and never touch the table of 2024.',
      'Assistant: I read src/billing/round.ts. The run began at 14:02 and took 12 s, it printed 318 lines.',
      'User: Then write the result into BIL-4471 and push to fix/rounding.',
    ].join('\n'),
  );
  const least = Math.min(needed.get('BIL-4471')!, needed.get('src/billing/round.ts')!);
  for (const passing of ['14:02', '12 s']) expect(needed.get(passing)).toBeLessThan(least);
});

test('a short sentence is shown for the name that it gives', async () => {
  const talk = Array.from(
    { length: 60 },
    (_, i) => `Assistant: Some part of it looked fine to me again, number ${i}, as far as one could see from here.`,
  );
  const text = [
    'User: Please repair the import of the invoices, it must never drop a line, and tell me when it runs again.',
    'User: Ticket INV-20931.',
    ...talk,
    'User: Go on with the import then.',
  ].join('\n');
  expect(JSON.stringify(compress(await read(text), 'handoff'))).toContain('INV-20931');
});
