import { identityHealth } from '@rest-stop/contracts/identity.ts';
import type { getHealth } from '@rest-stop/contracts/public.ts';
import { stayHealth } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import { healthOf } from './rules.ts';

const timeoutMs = 1_000;

/** Has both services with a database make a round trip to it, one for all who ask at once. No answer is older than its question. */
export function health(bus: Bus, now: () => Date): Handler<typeof getHealth> {
  const read = sharedRead(async () => {
    const answers = [identityHealth, stayHealth].map((rpc) => bus.call(rpc, {}, { timeoutMs }).catch(() => null));
    return healthOf(await Promise.all(answers), now());
  });
  return async ({ status, header }) => {
    const health = await read.get();
    header('cache-control', 'no-store');
    if (health.status === 'unhealthy') status(503);
    return health;
  };
}
