import { expect, test } from 'vitest';
import { analyse } from '../analysis.ts';
import { tldr } from './tldr.ts';

test('a long last request keeps its substance: asides go before the order itself', () => {
  const content = [
    'User: Never push to main. Good morning.',
    'Assistant: The cause was a key that is unique per attempt.',
    'User: I have to leave now. Write the description of fix/event-dedupe (cause, fix, how it was verified, what was rolled back, what is still open, and which of the earlier findings no longer hold after all; at most three hundred words) and save it as docs/pr/event-dedupe.md.',
  ].join('\n\n');
  const said = tldr(analyse(content), 700);
  expect(said).toContain('Write the description of fix/event-dedupe … and save it as docs/pr/event-dedupe.md.');
  expect(said).toContain('Never push to main.');
  expect(said).not.toContain('Good morning');
});
