import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';
import { drill } from '../../scripts/drill/privacy/drill.ts';
import { ownDistributed } from '../../scripts/drill/privacy/own-distributed.ts';
import { startScriptedProvider } from '../../scripts/drill/privacy/provider.ts';
import { print, unexpected, unseen } from '../../scripts/drill/privacy/report.ts';
import { Secrets } from '../../scripts/drill/privacy/secrets.ts';

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
      await target.stop();
      await provider.stop();
    }
  }, 180_000);
});
