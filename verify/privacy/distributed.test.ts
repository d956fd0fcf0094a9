import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { drillOwn } from './drill.ts';
import { print, unexpected, unseen } from './report.ts';

const failures = ['500', 'refused', 'wrong shape', 'reset in the body'];

describeWithBinaries(['postgres', 'redis', 'nats'], 'every service a process, on servers with the flags of docker-compose.yml', () => {
  test('keeps and tells nothing that it should not, before a forget and after it', async () => {
    const report = await drillOwn('distributed', 'distributed', { failures });
    expect(unexpected(report), print(report)).toEqual([]);
    expect(report.registered.bytes.get('trace')).toBeGreaterThan(100_000);
    expect([...unseen(report), ...report.notSearched]).toEqual([]);
    expect(report.notes).toContain('4 of 4 failures of the AI provider reached an agent as an error');
  }, 180_000);
});
