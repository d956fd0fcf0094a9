import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { drill } from './drill.ts';
import { ownDistributed } from './own-distributed.ts';
import { startScriptedProvider } from './provider.ts';
import { print, unexpected, unseen } from './report.ts';
import { Secrets } from './secrets.ts';

const failures = ['500', 'refused', 'wrong shape', 'reset in the body'];

describeWithBinaries(['postgres', 'redis', 'nats'], 'every service a process, on servers with the flags of docker-compose.yml', () => {
  test('keeps and tells nothing that it should not, before a forget and after it', async () => {
    const secrets = new Secrets('distributed');
    const provider = await startScriptedProvider(secrets);
    const target = await ownDistributed(provider);
    try {
      const report = await drill(target, secrets, { failures });
      expect(unexpected(report), print(report)).toEqual([]);
      expect([...unseen(report), ...report.notSearched]).toEqual([]);
      expect(report.notes).toContain('4 of 4 failures of the AI provider reached an agent as an error');
    } finally {
      await target.close();
      await provider.close();
    }
  }, 180_000);
});
