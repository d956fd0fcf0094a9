import { erasureConfirmers } from '@rest-stop/contracts/identity.ts';
import { expect, test } from 'vitest';
import { cascadeOf, confirmedBy, noteFor, unconfirmed } from './rules.ts';

const stay = (deleted: Record<string, number>, left = 0) => ({ service: 'stay', deleted, left });
const gateway = (visits: number) => ({ service: 'gateway', deleted: { visits }, left: 0 });

test('a confirmed service is spoken for in full, also for kinds of which there was nothing', () => {
  expect(cascadeOf([stay({ reviews: 1, schedules: 2 }), gateway(12)])).toEqual([
    'agent',
    'reviews: 1',
    'schedules: 2',
    'seminar_attendances: 0',
    'defrag_runs: 0',
    'visits: 12',
  ]);
});

test('nothing is said of a service that did not confirm', () => {
  expect(cascadeOf([])).toEqual(['agent']);
  expect(cascadeOf([gateway(3)])).toEqual(['agent', 'visits: 3']);
});

test('what several instances of one service deleted is added up', () => {
  expect(cascadeOf([stay({ reviews: 1 }), stay({ reviews: 0, guests: 1 })])).toContain('reviews: 1');
  expect(cascadeOf([stay({ defrag_runs: 5 }), stay({ defrag_runs: 3 })])).toContain('defrag_runs: 8');
});

test('a service with rows left has deleted something and confirmed nothing', () => {
  const half = stay({ reviews: 1 }, 2);
  expect(confirmedBy([half])).toEqual(new Set());
  expect(unconfirmed([half, gateway(0)])).toEqual(['stay', 'public', 'ai-worker']);
  expect(cascadeOf([half])).toEqual(['agent', 'reviews: 1']);
});

test('the note names who has not confirmed, and nobody when all have', () => {
  const all = erasureConfirmers.map((service) => ({ service, deleted: {}, left: 0 }));
  expect(unconfirmed(all)).toEqual([]);
  expect(noteFor([], 'GET /receipts/1')).not.toContain('Not confirmed');
  expect(noteFor(['stay', 'public'], 'GET /receipts/1')).toContain('Not confirmed yet by: stay, public.');
});
