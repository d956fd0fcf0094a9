import { identityHealth } from '@rest-stop/contracts/identity.ts';
import type { getHealth } from '@rest-stop/contracts/public.ts';
import { stayHealth } from '@rest-stop/contracts/stay/bus.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { healthOf } from './rules.ts';

const timeoutMs = 1_000;

/** Has both services with a database make a round trip to it. Never cached. */
export function health(bus: Bus, now: () => Date): Handler<typeof getHealth> {
  return async ({ status }) => {
    const answers = [identityHealth, stayHealth].map((rpc) => bus.call(rpc, {}, { timeoutMs }).catch(() => null));
    const health = healthOf(await Promise.all(answers), now());
    if (health.status === 'unhealthy') status(503);
    return health;
  };
}
