import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { rotateKey } from '@rest-stop/contracts/identity.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import { type RotationContext, rotate } from './rotate.ts';

const warning =
  'This key is shown once and cannot be read again. Store it now: the old one is dead, and a lost key means registering anew.';

export function handleRotation(context: RotationContext): Handler<typeof rotateKey> {
  return async ({ agent, caller: { key_hash } }) => {
    if (key_hash === undefined) throw new ApiError('unauthorized', 'A bearer key is needed here.');
    const { plaintext, prefix } = await rotate(context, agent.uuid, key_hash);
    return {
      ok: true,
      rotated: true,
      store_this_now: true,
      warning,
      agent_id: agent.agent_id,
      api_key: plaintext,
      api_key_prefix: prefix,
    };
  };
}
