import { expect, test } from 'vitest';
import { drillOwn } from './drill.ts';
import { print, unexpected, unseen } from './report.ts';

const scope = ['quickjoin', 'reserve', 'review', 'schedule', 'defrag', 'attend_seminar', 'release_memory', 'read_memory', 'list_reviews'];
const failures = ['500', 'cut off', 'no JSON', 'reset'];

test('one process keeps and tells nothing that it should not, before a forget and after it', async () => {
  const report = await drillOwn('embedded', 'embedded', { scope, failures, patienceMs: 60_000 });
  expect(unexpected(report), print(report)).toEqual([]);
  expect(report.idle?.bytes.get('embedded database file')).toBeGreaterThan(1_000_000);
  expect(report.registered.bytes.get('trace')).toBeGreaterThan(10_000);
  expect([...unseen(report), ...report.notSearched]).toEqual([expect.stringContaining('the metrics of the AI worker')]);
  expect(report.notes).toContain('4 of 4 failures of the AI provider reached an agent as an error');
}, 180_000);
