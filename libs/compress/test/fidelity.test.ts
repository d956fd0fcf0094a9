import { describe, expect, test } from 'vitest';
import { read, verify } from '../src/index.ts';
import { inEveryTarget, missingIn } from './results.ts';
import { beehives } from './small-contexts.ts';

describe('fidelity says by class what is lost', () => {
  const nothing = { context_for_successor: 'Yes, that is the whole trouble.', do_not_repeat: [], known_state: ['And photos?'] };

  test('what a result leaves out is counted and named in every class', async () => {
    const fidelity = verify(await read(beehives), 'There is nothing to report.');
    const { goal, last_request, rules, decisions, failed_attempts, deadlines, identifiers } = fidelity;
    for (const kept of [goal, last_request, rules, decisions, failed_attempts, deadlines, identifiers]) {
      expect(kept.found).toBeGreaterThanOrEqual(1);
      expect(kept.kept).toBe(0);
      expect(kept.lost.length).toBe(Math.min(kept.found, 3));
    }
    expect(goal).toMatchObject({ found: 1, lost: [expect.stringContaining('must work without a network')] });
  });

  test('what is kept and what is lost add up, whatever a result says', async () => {
    const reading = await read(beehives);
    for (const [target, result] of await inEveryTarget(beehives)) {
      const { invented, ...classes } = verify(reading, result);
      expect(invented, target).toBe(0);
      for (const [name, { found, kept, lost }] of Object.entries(classes)) {
        expect(kept, `${target} ${name}`).toBeLessThanOrEqual(found);
        expect(lost.length, `${target} ${name}`).toBe(Math.min(found - kept, 3));
      }
    }
  });

  test('the request that stands last, the rule, the deadline and the ticket', async () => {
    const fidelity = verify(await read(beehives), nothing);
    expect(fidelity.last_request).toMatchObject({ found: 1, kept: 0, lost: [expect.stringContaining('please build that sign now')] });
    expect(missingIn(fidelity.rules.lost, ['Never delete a reading'])).toEqual([]);
    expect(missingIn(fidelity.deadlines.lost, ['It has to be in the store by 28 March'])).toEqual([]);
    expect(fidelity.identifiers.found).toBeGreaterThanOrEqual(2);
    expect(fidelity.identifiers.kept).toBe(0);
  });

  test('nothing is lost in the text itself', async () => {
    const fidelity = verify(await read(beehives), beehives);
    for (const kept of [
      fidelity.goal,
      fidelity.decisions,
      fidelity.failed_attempts,
      fidelity.rules,
      fidelity.deadlines,
      fidelity.identifiers,
    ]) {
      expect(kept.found).toBeGreaterThanOrEqual(1);
      expect(kept).toMatchObject({ kept: kept.found, lost: [] });
    }
  });

  test('a prohibition without its negation is lost', async () => {
    const fidelity = verify(await read(beehives), 'Delete a reading, even a wrong one. The vet wants to see them all.');
    expect(missingIn(fidelity.rules.lost, ['Never delete a reading'])).toEqual([]);
  });

  test('an identifier that stands only in a list is not kept, one in a sentence is', async () => {
    const reading = await read(beehives);
    const listed = verify(reading, { ...nothing, known_state: ['BEE-2231, IndexedDB, 28 March, 40'] });
    expect(missingIn(listed.identifiers.lost, ['BEE-2231'])).toEqual([]);
    expect(listed.identifiers.kept).toBe(0);
    const told = verify(reading, { ...nothing, known_state: ['It has to be in the store by 28 March, ticket BEE-2231.'] });
    expect(told.identifiers.lost.filter((name) => name.includes('BEE-2231'))).toEqual([]);
    expect(told.identifiers.kept).toBeGreaterThanOrEqual(1);
  });

  test('an identifier of the result that does not stand in the text is invented', async () => {
    const reading = await read(beehives);
    expect(verify(reading, 'The ticket is BEE-2231.').invented).toBe(0);
    expect(verify(reading, 'The ticket is BEE-2331.').invented).toBe(1);
  });
});
