import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import type { Order } from './floods.ts';

/** How many agents send the longest texts without a pause, and for how long. */
export type LongTexts = { senders: number; seconds: number };

/** What agents with short texts got at their first try, with the times of the successes in milliseconds, and what the flood got by status. */
export type ShortTexts = { asked: number; times: number[]; refused: string[]; flood: Record<string, number> };

export const modes = ['embedded', 'distributed'] as const;
export type Mode = (typeof modes)[number];

const others = 2;
const content =
  'We moved the cache, because the old one lost writes. Never restart it before noon. Please raise the limit to 512 MB. '.repeat(10);
const settings = { RATE_LIMIT_REQUESTS: '1000000', AI_PROVIDER: 'offline' };

/** Has agents send short texts, one after the other, while `senders` other agents at one address send the longest ones. */
export async function sendShortBesideLong(mode: Mode, { senders, seconds }: LongTexts): Promise<ShortTexts> {
  const service = mode === 'embedded' ? await startEmbedded(settings) : await distributed();
  try {
    const [baseUrl = ''] = service.baseUrls;
    const api = new Api(baseUrl);
    const keys: string[] = [];
    for (let n = 0; n < senders + others; n++) keys.push((await api.join()).key);
    const order: Order = {
      flood: { kind: 'long', keys: keys.slice(others) },
      to: Number(new URL(baseUrl).port),
      seconds,
      addresses: ['127.0.2.1'],
    };
    const flooder = new Worker(new URL('./flooder.ts', import.meta.url), { workerData: order });
    await once(flooder, 'message');
    let isOver = false;
    const said = once(flooder, 'message').finally(() => (isOver = true));
    const got: ShortTexts = { asked: 0, times: [], refused: [], flood: {} };
    const ask = async (key: string) => {
      while (!isOver) {
        const began = performance.now();
        const answer = await api.attempt('POST', '/defrag', { key, body: { content, target: 'handoff' } });
        got.asked++;
        if (answer?.status === 200) got.times.push(performance.now() - began);
        else got.refused.push(`${answer?.status}: ${answer?.text.slice(0, 200)}`);
      }
    };
    await Promise.all(keys.slice(0, others).map(ask));
    [got.flood] = (await said) as [Record<string, number>];
    return got;
  } finally {
    await service.close();
  }
}

/** Every service as a process of its own, with one worker. */
async function distributed(): Promise<Deployment> {
  const servers = await startServers();
  const services = await startServices(servers, { settings });
  return {
    ...services,
    async close() {
      await services.close();
      await servers.close();
    },
  };
}
