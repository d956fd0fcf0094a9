import { z } from 'zod';
import { rpc } from './rpc.ts';

/** Ends a key's admission on every gateway at once: asked before the agent's row is deleted, so that no cached answer outlives it. */
export const revokeKey = rpc(
  'gateway.rpc.key.revoke.v1',
  z.strictObject({ key_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ revoked: z.literal(true) }),
);
