import { targets } from '@rest-stop/contracts/defrag.ts';
import { describe, expect, test } from 'vitest';
import { actionsOf, carries, constraintsOf, dos, expectAtLeast, handoffOf, MAY_BE_EMPTY, stateOf } from './asked.ts';
import { inEveryTarget } from './results.ts';
import { tinyTexts } from './tiny-texts.ts';

describe('a short text is not lost', () => {
  const shipping = 'Ship build 77 by Friday. Nothing else changed.';

  test('it stands whole in the main slot of a handoff', async () => {
    expect((await handoffOf(shipping)).context_for_successor).toBe(shipping);
  });

  test('it stands whole in the current focus', async () => {
    expect((await stateOf(shipping)).current_focus).toBe(shipping);
  });

  test('its order is an action', async () => {
    expect(dos(await actionsOf(shipping))).toContainEqual(expect.stringContaining('Ship build 77 by Friday.'));
  });

  test('a password that it tells is no action, what is to be done beside it is', async () => {
    const text = 'Password for staging is hunter2-Blau-77. 1) switch the read traffic, 2) rehearse the cut-over with Tom.';
    const actions = dos(await actionsOf(text));
    expect(actions.some((one) => one.includes('credential'))).toBe(false);
    expect(actions).toContainEqual(expect.stringContaining('rehearse the cut-over with Tom'));
  });

  test('its deadline is found', async () => {
    expect((await constraintsOf(shipping)).deadlines).toEqual(['Ship build 77 by Friday.']);
  });

  test('a mask that makes it too long costs its summary what says least, no half of a ban', async () => {
    const masked = await inEveryTarget("The staging password is Hunter_22x7. Don't tell either supplier the price. Thanks a lot for this.");
    expect(masked.get('summary')).toBe("The staging password is [credential: password]. Don't tell either supplier the price.");
  });

  test('sentences of a script without spaces are put together without them', async () => {
    const text = '本番データベースには触らないでください。明日までにレポートを送ってください。';
    expect((await inEveryTarget(text)).get('summary')).toBe(text);
  });

  test('a ban that names a time is a ban, what is due by one a deadline', async () => {
    const { hard, deadlines } = await constraintsOf('Never deploy on a Friday. Send the report by Tuesday.');
    expect(hard).toContain('Never deploy on a Friday.');
    expect(deadlines).toContain('Send the report by Tuesday.');
  });

  test('where a bullet has room for all but two characters, only these are cut, not the word that turns the sentence round', async () => {
    const bulleted = await inEveryTarget('Delete the stale branches, but leave whatever starts with release alone.');
    expect(bulleted.get('bullets')).toBe('- Delete the stale branches, but leave whatever starts with release alo…');
  });

  test.each(tinyTexts)('every target that may not be empty says something of: $text', async ({ text }) => {
    const results = await inEveryTarget(text);
    expect(targets.filter((target) => !MAY_BE_EMPTY.has(target) && !carries(text, results.get(target)!))).toEqual([]);
  });

  test('of the actions, rules and decisions that tiny texts hold, at least 80 % have an entry', async () => {
    const share = { percent: 0, missing: [] as string[] };
    let held = 0;
    for (const { text, holds } of tinyTexts) {
      const results = await inEveryTarget(text);
      const asked = [...MAY_BE_EMPTY].filter(([, what]) => holds.includes(what));
      held += asked.length;
      share.missing.push(...asked.filter(([target]) => !carries(text, results.get(target)!)).map(([target]) => `${target}: ${text}`));
    }
    share.percent = Math.round((100 * (held - share.missing.length)) / held);
    expectAtLeast(80, share);
  });
});
