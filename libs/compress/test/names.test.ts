import { describe, expect, test } from 'vitest';
import { compress, read } from '../src/index.ts';
import { handoffOf, labelled, stateOf } from './asked.ts';
import { secrets } from './leaky.ts';
import { beehives, codeReview } from './small-contexts.ts';

const nightTrain = [
  {
    seq: 12,
    kind: 'mail.in',
    from: 'desk@reisen.example',
    subject: 'Kassel group',
    body:
      'Move the Kassel group (44 people) to the night train on the 18th, the day train is cancelled. ' +
      'One sleeper each, nobody shares with strangers.',
  },
  { seq: 13, kind: 'run.start', cmd: "grep -n 'class' fares.csv | head", from: 'agent' },
  { seq: 14, kind: 'run.out', text: 'from,to,class,min,max\nKassel,Wien,none,89,149\nKassel,Wien,min,59,99' },
  {
    seq: 15,
    kind: 'note',
    from: 'agent',
    body:
      'The sleeper fare is 149 at most. `from` and `none` in the table are codes of the operator: ' +
      '`none` means no bed, `min` the smallest cabin.',
  },
  { seq: 16, kind: 'run.out', text: 'booking.api: state=none from=KS to=WN min=1' },
  {
    seq: 17,
    kind: 'mail.in',
    from: 'desk@reisen.example',
    subject: 'Re: Kassel group',
    body: 'Book 44 single sleepers then and send the vouchers to Mrs Brandt.',
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Whether an entry only lists names: it has no word of plain language, or is nothing but short pieces between commas. */
function isBag(entry: string): boolean {
  const words = entry.match(/(?<![\w./#-])\p{Ll}+(?![\w/#(-])/gu) ?? [];
  const pieces = entry.split(/,\s*/);
  return words.length < 2 || (pieces.length >= 4 && pieces.every((piece) => piece.split(/\s+/).length <= 2));
}

describe('names stand in a sentence or not at all', () => {
  test.each(labelled)('no entry of $name is a bag of names', async ({ text }) => {
    const { known_state } = await handoffOf(text);
    const { entities } = await stateOf(text);
    expect([...known_state, ...entities].filter(isBag)).toEqual([]);
  });

  test('and words of code and names of fields are no entities', async () => {
    const words = /^\W*(?:from|to|none|min|max|key|kind|seq|body|subject|import|get|set|return)\W*$/i;
    for (const text of [codeReview, nightTrain]) {
      const { entities } = await stateOf(text);
      expect(entities.filter((entity) => words.test(entity) || /^(?:import|const|return|export|while)\b/.test(entity))).toEqual([]);
    }
  });

  test('a tldr does not end in a list of names, a token among them', async () => {
    const seen = `Bot: seen so far: BEE-2201, BEE-2204, BEE-2209, BEE-2210, ${secrets.github}, a1b2c3d, hive_queue.ts, 0x4f, v3.2.1`;
    for (const text of [codeReview, nightTrain, `${beehives}${seen}\n`]) {
      const tldr = compress(await read(text), 'tldr') as string;
      expect(tldr).not.toContain('ghp_');
      expect(tldr).not.toMatch(/(?:BEE-\d+, ){2}|\([^()]*\)$/);
      expect(tldr).toMatch(/[.!?…]$/);
    }
  });
});
