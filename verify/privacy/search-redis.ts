import { createClient } from 'redis';
import { type Piece, piece } from './pieces.ts';

/** Everything that a Redis server holds or tells: names, values of every type, their serialised form, its logs and clients. */
export async function* redisPieces(url: string): AsyncGenerator<Piece> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  const send = (...command: string[]) => client.sendCommand(command);
  try {
    yield* telling(send);
    let cursor = '0';
    do {
      const [next, names] = (await send('SCAN', cursor, 'COUNT', '1000')) as unknown as [string, string[]];
      for (const name of names) yield* keyPieces(send, name);
      cursor = next;
    } while (cursor !== '0');
  } finally {
    client.destroy();
  }
}

type Send = (...command: string[]) => Promise<unknown>;

async function* telling(send: Send): AsyncGenerator<Piece> {
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
    if (answer !== undefined) yield piece('redis', where, flat(answer));
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

async function* keyPieces(send: Send, name: string): AsyncGenerator<Piece> {
  const told = name.replace(/\{[^}]*\}/, '{…}');
  yield piece('redis', `name of ${told}`, name);
  const reader = readers[String(await send('TYPE', name))];
  if (reader) yield piece('redis', `value of ${told}`, flat(await send(...reader(name))));
  const dump = await send('DUMP', name);
  if (dump) yield piece('redis', `value of ${told}`, flat(dump));
}

function flat(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(flat).join('\n');
  if (typeof answer === 'object' && answer !== null) return Object.entries(answer).flat().map(flat).join('\n');
  return String(answer);
}
