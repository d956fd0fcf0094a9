// What nginx asks about each request (auth_request): `node auth.ts <keys>` knows the keys and counts nothing; with the URL of a Redis it counts
// each request in a rolling window there, in one script, as the gateway does.
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createClient } from 'redis';
import { host, tellListening } from './listening.ts';

const [keys = '', redisUrl] = process.argv.slice(2);
const known = new Set(keys.split(',').map((key) => hash('sha256', key)));
const redis = redisUrl === undefined ? undefined : await createClient({ url: redisUrl }).connect();
const sha = await redis?.scriptLoad(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 604800000)
  if redis.call('ZCARD', KEYS[1]) >= 1000000 then return 0 end
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], 604800000)
  return 1`);
let visits = 0;

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  void statusFor(request).then((status) => response.writeHead(status, { 'content-length': 0 }).end());
});
server.listen(0, host, () => tellListening(server));

async function statusFor(request: IncomingMessage): Promise<number> {
  const keyHash = hash('sha256', request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (!known.has(keyHash)) return 401;
  if (!redis || !sha) return 204;
  const admitted = await redis.sendCommand(['EVALSHA', sha, '1', `peer:${keyHash}`, String(visits++)]);
  return Number(admitted) === 1 ? 204 : 403;
}
