import { z } from 'zod';
import { KeysOfAgent } from './agent.ts';
import { rpc } from './rpc.ts';

/**
 * Makes every gateway refuse a key from now on. Called before the agent is deleted or gets another key, so that no gateway goes on with a
 * cached agent.
 */
export const revokeKey = rpc('gateway.rpc.key.revoke.v1', z.strictObject(KeysOfAgent), z.strictObject({ revoked: z.literal(true) }));
