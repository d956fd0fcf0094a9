import { fileURLToPath } from 'node:url';
import { startReplicated, type Replicated } from '@rest-stop/testing/deployment/replicated.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stayDuring, unconfirmedAfter } from './stays.ts';

const next = { settings: { NODE_OPTIONS: `--import=${fileURLToPath(new URL('./next-version.mjs', import.meta.url))}` } };

describeWithBinaries(['postgres', 'redis', 'nats'], 'a version whose every internal message has one property more', () => {
  let replicated: Replicated;
  beforeAll(async () => {
    replicated = await startReplicated({ replicas: 1 });
  });
  afterAll(() => replicated?.close());

  test('replaces this one service by service, and makes way for it again: no agent notices, every erasure is confirmed', async () => {
    const { baseUrl, services, restart, direct } = replicated;
    const stays = await stayDuring(baseUrl, 3, async () => {
      for (const service of services) await restart(service, next);
      for (const service of services) await restart(service);
    });
    expect(stays.wrong).toEqual([]);
    expect(Math.min(stays.rotations, stays.forgets)).toBeGreaterThan(10);
    expect(await unconfirmedAfter(20_000, direct.postgres)).toBe(0);
  }, 240_000);
});
