import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Verified, verifyKey } from '@rest-stop/contracts/identity.ts';
import type { z } from 'zod';
import type { KeyOwner } from './store.ts';

type Question = z.output<(typeof verifyKey)['request']>;

/**
 * What a gateway is told of the owner of a key.
 * @throws ApiError `unavailable` about a rotated key, to a gateway that would count its visits afresh: there is one only while versions change
 */
export function toldOf(owner: KeyOwner | null, { follows_rotation }: Question): Verified {
  if (!owner) return { agent: null };
  const { agent, firstKeyHash } = owner;
  if (firstKeyHash === null) return { agent };
  if (!follows_rotation) throw new ApiError('unavailable', 'This key was rotated, and who asks does not know of rotation.');
  return { agent, first_key_hash: firstKeyHash };
}
