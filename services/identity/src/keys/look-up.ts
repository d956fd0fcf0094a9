import { gathered } from '@rest-stop/runtime/gathered.ts';
import type { RestoreCheck } from '../journal/restore-check.ts';
import { findAgents, type KeyOwner, markUsed } from './store.ts';

/**
 * Answers whose the key with a SHA-256 hash is. Anybody may ask that with made-up keys, so all that is asked at the same time is one query.
 * Who asks is about to let the key be used, so from then on it counts as used: an agent that is ended as unused was never told to anybody.
 */
export function keyLookUp({ transaction }: Pick<RestoreCheck, 'transaction'>): (keyHash: string) => Promise<KeyOwner | null> {
  const find = gathered((hashes: string[]) => transaction((tx) => findAgents(tx, hashes)));
  const mark = gathered((agents: string[]) => transaction((tx) => markUsed(tx, agents)));
  return async (keyHash) => {
    const found = await find(keyHash);
    if (!found) return null;
    const { used, agent, firstKeyHash } = found;
    return used || (await mark(agent.uuid)) ? { agent, firstKeyHash } : null;
  };
}
