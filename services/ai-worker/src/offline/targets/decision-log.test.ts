import { expect, test } from 'vitest';
import { analyse } from '../analysis.ts';
import { decisionLog } from './decision-log.ts';

const log = (content: string, budget = 4_000) => decisionLog(analyse(content), budget).decisions;

const night = [
  '# Night shift',
  '',
  '- Swapped membrane RO-2B because its serial WX-3310 was too old.',
  '- Joanna wanted to flush with acid; rejected, since the patients of bay 3 are connected until 23:00.',
  '- Never open valve V-17 while loop A feeds both bays.',
  '- Whether we replace the resin this month is for Dr. Okafor to decide, quote Q-5582.',
  '- AckTimeoutError: no answer within 5000 ms',
  '',
  '| time | loop |',
  '|------|------|',
  '| 21:10 | B |',
  '',
  'Please take a sample at 06:00 from port P-4 and enter it in /protocols/water-48.xlsx.',
].join('\n');

test('gives the reasons of the text and leaves the field empty where it gives none', () => {
  const whys = new Map(log(night).map((entry) => [entry.what, entry.why]));
  expect(whys.get('Joanna wanted to flush with acid; rejected')).toBe('since the patients of bay 3 are connected until 23:00.');
  expect([...whys].find(([what]) => what.startsWith('Never open'))?.[1]).not.toMatch(/not stated/);
});

test('lists no output of machines and no rows without a decision', () => {
  const said = log(night).map((entry) => entry.what);
  expect(said.join('\n')).not.toMatch(/AckTimeout|21:10/);
});

test('ends with what is open and the last request, marked as such', () => {
  const said = log(night).map((entry) => entry.what);
  expect(said.at(-2)).toMatch(/^Whether we replace the resin/);
  expect(said.at(-1)).toBe('Last request: Please take a sample at 06:00 from port P-4 and enter it in /protocols/water-48.xlsx.');
});

test('marks what stands beside an entry as context, not as its reason', () => {
  const chat =
    'Assistant: The nightly export writes each invoice line twice after a failover.\n\nUser: We decided to store invoice lines with an idempotency key after every failover.\n\nUser: Please write the migration in db/0042.sql.';
  const entry = log(chat).find(({ what }) => what.includes('idempotency'));
  expect(entry?.why).toBe('Context: The nightly export writes each invoice line twice after a failover.');
});

test('a condition or a question settles nothing', () => {
  const said = log(
    'User: If the board has decided, tell me. Should we have approved the offer of Tarn?\n\nAssistant: The offer of Tarn was rejected by the board.\n\nUser: Please file it.',
  );
  const settled = said.map((entry) => entry.what).filter((what) => !what.startsWith('Last request'));
  expect(settled).toEqual(['The offer of Tarn was rejected by the board.']);
});
