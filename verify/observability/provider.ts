import { answer, type FakeAi, startFakeAi } from '@rest-stop/testing/fake-ai.ts';

/** What agents have compressed. */
export const content = 'The build broke at 09:12. Never push to main. Find out why the build broke.';
export const goodAnswer = answer('Never push to main. Find out why the build broke at 09:12.');

/** A provider whose first answer says nothing of the text, which breaks a rule of the checks: there is a panel for those. What it says then is good. */
export function startProvider(): Promise<FakeAi> {
  return startFakeAi(answer('Bananas are yellow.'), goodAnswer);
}
