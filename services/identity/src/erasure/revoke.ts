import { revokeKey } from '@rest-stop/contracts/gateway.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import type { Keys } from './store.ts';

const timeoutMs = 1_000;

/** Has the gateway refuse the agent's key; whether it confirmed that. */
export async function revoke(bus: Bus, log: Log, keys: Keys): Promise<boolean> {
  try {
    await bus.call(revokeKey, namesOf(keys), { timeoutMs });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a key could not be revoked');
    return false;
  }
}

/** The keys of an agent as messages name them. */
export function namesOf({ key_hash, present_key_hash }: Keys) {
  return { key_hash, ...(present_key_hash === null ? {} : { present_key_hash }) };
}
