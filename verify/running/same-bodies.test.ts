import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';

/** Drives the demo's whole stay, over curl, and gives back what was answered, without ids and times. */
async function recordedStay(start: () => Promise<Deployment>): Promise<{ step: string; status: number }[]> {
  const folder = temporaryDirectory();
  const deployment = await start();
  try {
    const file = join(folder.path, 'stay.json');
    const { stderr } = await runProgram('scripts/demo.ts', ['--record', file], { BASE_URL: deployment.baseUrls[0] ?? '' });
    expect(stderr).toBe('');
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await deployment.close();
    folder.remove();
  }
}

describeWith(['postgres', 'redis', 'nats'], 'a whole stay with a long transcript', (servers) => {
  test('answers the same bodies in one process and in many', async () => {
    const inOne = await recordedStay(() => startEmbedded());
    const inMany = await recordedStay(() => startOnFreshDatabase(servers));
    expect(inMany).toEqual(inOne);
    expect(inOne.length).toBeGreaterThanOrEqual(19);
    expect(inOne.at(-1)?.status).toBe(401);
  }, 180_000);
});
