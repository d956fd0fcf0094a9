import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redisRights as aiWorker } from '@rest-stop/ai-worker/provider/redis-rights.ts';
import { redisRights as gateway } from '@rest-stop/gateway/admission/redis-rights.ts';
import { busPeers } from '@rest-stop/runtime/bus/keys.ts';
import { natsConfig } from '@rest-stop/runtime/bus/nats-config.ts';
import { natsUrl, readEnv } from '@rest-stop/runtime/env.ts';
import { runProcess } from '@rest-stop/runtime/lifecycle.ts';
import { z } from 'zod';

/**
 * Writes what NATS and Redis are to know of the services into the folder that is named: `nats.conf` with the public keys of the peers and what
 * each may say and hear, `redis.acl` with a user for each service that has keys there. Neither holds a secret in clear.
 */
const Env = z.object({
  BUS_PEERS: busPeers,
  /** Its path alone counts. */
  NATS_URL: natsUrl.optional(),
  REDIS_GATEWAY_PASSWORD: z.string().min(1),
  REDIS_AI_WORKER_PASSWORD: z.string().min(1),
});

await runProcess('server-users', async () => {
  const env = readEnv(Env, process.env);
  const folder = process.argv[2] ?? '.';
  const prefix = env.NATS_URL ? new URL(env.NATS_URL).pathname.replaceAll('/', '') : '';
  await writeFile(join(folder, 'nats.conf'), natsConfig(env.BUS_PEERS, prefix));
  const users = [
    // Nobody can log in as this user, but Redis replays its append-only file as it. With fewer rights it drops every transaction, visits included.
    'user default off resetpass ~* &* +@all',
    redisUser('gateway', env.REDIS_GATEWAY_PASSWORD, gateway),
    redisUser('ai-worker', env.REDIS_AI_WORKER_PASSWORD, aiWorker),
  ];
  await writeFile(join(folder, 'redis.acl'), `${users.join('\n')}\n`);
  process.stdout.write(`nats.conf and redis.acl are in ${folder}\n`);
  process.exit(0);
});

function redisUser(name: string, password: string, { keys, commands }: typeof gateway): string {
  const hash = createHash('sha256').update(password).digest('hex');
  return `user ${name} reset on #${hash} ~${keys} ${commands.map((command) => `+${command}`).join(' ')}`;
}
