import { z } from 'zod';
import { rpc } from './rpc.ts';

/** Makes every gateway refuse a key from now on. Called before the agent's row is deleted, so that no gateway goes on with a cached agent. */
export const revokeKey = rpc(
  'gateway.rpc.key.revoke.v1',
  z.strictObject({ key_hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.strictObject({ revoked: z.literal(true) }),
);
