// What one gets by adding two plugins: @fastify/http-proxy with @fastify/rate-limit on Redis in front, by the key that the client sends. It counts
// in a fixed window, in which twice the limit can pass at its edge; the key is not checked, and nobody is told who calls.
import httpProxy from '@fastify/http-proxy';
import rateLimit from '@fastify/rate-limit';
import { fastify } from 'fastify';
import { Redis } from 'ioredis';
import { host, tellListening } from './listening.ts';

const [upstream = '', redisUrl = ''] = process.argv.slice(2);
const app = fastify({ logger: { level: 'info' } });
await app.register(rateLimit, {
  max: 1_000_000,
  timeWindow: '7 days',
  redis: new Redis(redisUrl),
  keyGenerator: (request) => request.headers.authorization ?? '',
});
await app.register(httpProxy, { upstream, undici: { connections: 128 } });
await app.listen({ host, port: 0 });
tellListening(app.server);
