import { expect, test } from 'vitest';
import { drill } from './drill.ts';
import { ownEmbedded } from './own-embedded.ts';
import { startScriptedProvider } from './provider.ts';
import { print, unexpected, unseen } from './report.ts';
import { Secrets } from './secrets.ts';

const scope = ['quickjoin', 'reserve', 'review', 'schedule', 'defrag', 'attend_seminar', 'release_memory', 'read_memory', 'list_reviews'];
const failures = ['500', 'cut off', 'no JSON', 'reset'];

test('one process keeps and tells nothing that it should not, before a forget and after it', async () => {
  const secrets = new Secrets('embedded');
  const provider = await startScriptedProvider(secrets);
  const target = await ownEmbedded(provider);
  try {
    const report = await drill(target, secrets, { scope, failures });
    expect(unexpected(report), print(report)).toEqual([]);
    expect([...unseen(report), ...report.notSearched]).toEqual(target.notSearched);
    expect(report.notes).toContain('4 of 4 failures of the AI provider reached an agent as an error');
  } finally {
    await target.close();
    await provider.close();
  }
}, 180_000);
