import { createClient } from 'redis';
import { type Chunk, chunk } from './chunk.ts';

/** Everything that a Redis server holds or tells: names, values of every type, their serialised form, its logs and clients. */
export async function* redisChunks(url: string): AsyncGenerator<Chunk> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  const send = (...command: string[]) => client.sendCommand(command);
  try {
    yield* telling(send);
    let cursor = '0';
    do {
      const [next, names] = (await send('SCAN', cursor, 'COUNT', '1000')) as unknown as [string, string[]];
      for (const name of names) yield* keyChunks(send, name);
      cursor = next;
    } while (cursor !== '0');
  } finally {
    client.destroy();
  }
}

type Send = (...command: string[]) => Promise<unknown>;

async function* telling(send: Send): AsyncGenerator<Chunk> {
  const questions = {
    slowlog: ['SLOWLOG', 'GET', '-1'],
    'client list': ['CLIENT', 'LIST'],
    'acl log': ['ACL', 'LOG'],
    info: ['INFO', 'everything'],
    channels: ['PUBSUB', 'CHANNELS'],
    latency: ['LATENCY', 'LATEST'],
  };
  for (const [where, command] of Object.entries(questions)) {
    const answer = await send(...command).catch(() => undefined);
    if (answer !== undefined) yield chunk('redis', where, flat(answer));
  }
}

const readers: Record<string, (name: string) => string[]> = {
  string: (name) => ['GET', name],
  list: (name) => ['LRANGE', name, '0', '-1'],
  set: (name) => ['SMEMBERS', name],
  zset: (name) => ['ZRANGE', name, '0', '-1', 'WITHSCORES'],
  hash: (name) => ['HGETALL', name],
  stream: (name) => ['XRANGE', name, '-', '+'],
};

async function* keyChunks(send: Send, name: string): AsyncGenerator<Chunk> {
  const told = name.replace(/\{[^}]*\}/, '{…}');
  yield chunk('redis', `name of ${told}`, name);
  const reader = readers[String(await send('TYPE', name))];
  if (reader) yield chunk('redis', `value of ${told}`, flat(await send(...reader(name))));
  const dump = await send('DUMP', name);
  if (dump) yield chunk('redis', `value of ${told}`, flat(dump));
}

function flat(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(flat).join('\n');
  if (typeof answer === 'object' && answer !== null) return Object.entries(answer).flat().map(flat).join('\n');
  return String(answer);
}
