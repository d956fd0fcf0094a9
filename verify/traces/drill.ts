import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '@rest-stop/testing/client.ts';
import { startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { answer, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { type OtlpReceiver, startOtlpReceiver } from '@rest-stop/testing/otlp-receiver.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { type Branch, treesOf } from './tree.ts';

const content = 'The build broke at 09:12. Never push to main. Find out why the build broke.';
const compressed = 'Never push to main. Find out why the build broke at 09:12.';

/** One agent registers, has one context compressed by a provider that plays along, and is forgotten, on servers and processes of its own. */
export async function tracesOfOneStay(): Promise<Branch[]> {
  const servers = await startServers({ nats: { prefix: '*' } });
  const [receiver, provider] = [await startOtlpReceiver(), await startFakeAi(answer(compressed))];
  const nats = { url: new URL(randomUUID(), `${servers.nats.url}/`).href };
  const settings = { ...receiver.settings, AI_PROVIDER: 'openai', OPENAI_BASE_URL: provider.baseUrl, AI_MODEL: 'scripted-model' };
  const deployment = await startServices({ ...servers, nats }, { settings });
  try {
    const api = new Api(deployment.baseUrls[0] as string);
    const { key } = await api.join();
    await api.post('/defrag', { key, body: { content, target: 'summary' } });
    await api.post('/forget', { key });
    await untilQuiet(receiver);
  } finally {
    await deployment.close();
    await Promise.all([receiver.close(), provider.close(), servers.close()]);
  }
  return treesOf(receiver.spans());
}

/** Spans come a moment after their work, each process's by itself. */
async function untilQuiet(receiver: OtlpReceiver): Promise<void> {
  for (let before = -1; before !== receiver.received.length; await sleep(1_000)) before = receiver.received.length;
}
