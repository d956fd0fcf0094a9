import { describe, expect, test } from 'vitest';
import { labelled } from './asked.ts';
import { cutIn, inEveryTarget, plain, sentencesOf, stringsOf } from './results.ts';
import { preview } from './small-contexts.ts';

const pantry = `# Food bank, notes of the shift

We collect from the four supermarkets and hand out on Saturdays. Yusuf asked me to keep the list of what may be given out up to date.

* Opened packets are sorted out at the door and nowhere else.
* Fine, but leave the freezer on over the weekend.
* Milk goes to families first. All right, and to the shelter when families have enough.
* Bread from Monday is no problem, hand it out.
* Yes, without a card too.

Yusuf could not find the thermometer, so nobody knows how warm the van gets. I drove with a borrowed one on Tuesday: 9 degrees at most.

The council wants a monthly count. Send it to Ms Farrow when the month is over, and say how many of them came for the first time.
`;

describe('a sentence gets no words added', () => {
  test.each([
    ['a chat', preview],
    ['notes', pantry],
  ])('of %s each sentence stands in the text as it is given', async (_, text) => {
    const page = plain(text);
    for (const [target, result] of await inEveryTarget(text)) {
      const changed = sentencesOf(result).filter((sentence) => !page.includes(sentence.replace(/^…|…$/g, '').trim()));
      expect(changed, target).toEqual([]);
    }
  });

  test('what is agreed to under a condition is not turned round', async () => {
    for (const [target, result] of await inEveryTarget(preview)) {
      const said = stringsOf(result).filter((string) => /keep it off|off by default/.test(string));
      for (const string of said) expect(string, target).toContain('keep it off by default.');
      expect(
        said.filter((string) => /\bdo not\b/i.test(string)),
        target,
      ).toEqual([]);
    }
  });

  test('what happens in one place and nowhere else is no ban', async () => {
    for (const [target, result] of await inEveryTarget(preview)) {
      for (const string of stringsOf(result).filter((one) => one.includes('nowhere else'))) expect(string, target).not.toMatch(/do not/i);
    }
  });
});

const longSentence = `Agent notes, 4 May

The customer is a law firm with three offices. ${'The clause on subletting, as amended in the spring, '.repeat(20)}stays in force.
The tenant must not sublet without a letter from the owner, whose address, to be found in the land register and nowhere else, changes often.
Please draft the letter to the owner and leave the date open.
`;

describe('a sentence is whole or visibly cut', () => {
  test.each([...labelled, { name: 'notes', text: pantry }])('in $name', async ({ text }) => {
    for (const [target, result] of await inEveryTarget(text)) expect(cutIn(text, result), target).toEqual([]);
  });

  test('also where one is longer than a whole result may be', async () => {
    for (const [target, result] of await inEveryTarget(longSentence)) expect(cutIn(longSentence, result), target).toEqual([]);
  });

  test('also where the text is only a little longer than a result may be', async () => {
    const words =
      'Ship build 77 by Friday, and tell Rosa that the old installer stays on the server until June because two schools still use it';
    for (let length = 20; length <= words.length; length += 7) {
      const text = `${words.slice(0, length).trim()}.`;
      for (const [target, result] of await inEveryTarget(text)) expect(cutIn(text, result), `${target} of ${text}`).toEqual([]);
    }
  });
});
