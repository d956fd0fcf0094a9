import { type Chunk, chunk, type Store } from './chunk.ts';

const natsPages = ['varz', 'connz?subs=1&auth=1', 'subsz?subs=1', 'routez', 'gatewayz', 'leafz', 'jsz?accounts=1&streams=1&consumers=1'];

/** What the monitoring port of a NATS server tells. */
export async function* natsChunks(monitorUrl: string): AsyncGenerator<Chunk> {
  for (const page of natsPages) yield* webChunks('nats', new URL(`/${page}`, monitorUrl).href);
}

/** The text behind a URL, headers included. @throws when nothing answers */
export async function* webChunks(store: Store, url: string): AsyncGenerator<Chunk> {
  const response = await fetch(url);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  yield chunk(store, url, `${headers.join('\n')}\n${await response.text()}`);
}
