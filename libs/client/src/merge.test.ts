import { describe, expect, test } from 'vitest';
import { merge } from './merge.ts';

describe('the results of parts become one', () => {
  test('of prose: a paragraph for each part', () => {
    expect(merge('summary', ['The first part.', 'The second part.'])).toBe('The first part.\n\nThe second part.');
  });

  test('of bullets: each line once', () => {
    expect(merge('bullets', ['- a\n- b\n', '- b\n- c'])).toBe('- a\n- b\n- c');
  });

  test('of lists in slots: each entry once, and prose in a slot goes on', () => {
    const first = { context_for_successor: 'Goal.', do_not_repeat: ['x'], known_state: ['a', 'b'] };
    const second = { context_for_successor: 'Last request.', do_not_repeat: ['x', 'y'], known_state: ['b'] };
    expect(merge('handoff', [first, second])).toEqual({
      context_for_successor: 'Goal.\n\nLast request.',
      do_not_repeat: ['x', 'y'],
      known_state: ['a', 'b'],
    });
  });

  test('of actions: most urgent first, and those of equal urgency in the order of the parts', () => {
    const action = (priority: 'high' | 'medium' | 'low', what: string) => ({ priority, do: what, why: '' });
    const merged = merge('next_actions', [
      { actions: [action('high', 'a'), action('low', 'b')] },
      { actions: [action('high', 'c'), action('medium', 'd'), action('low', 'b')] },
    ]);
    expect(merged.actions.map((one) => one.do)).toEqual(['a', 'c', 'd', 'b']);
  });

  test('of decisions: two that differ in their reason both stay', () => {
    const decision = { what: 'Copy.', why: 'It can be undone.', reversible: true };
    const merged = merge('decision_log', [{ decisions: [decision] }, { decisions: [decision, { ...decision, why: '' }] }]);
    expect(merged.decisions).toHaveLength(2);
  });
});
