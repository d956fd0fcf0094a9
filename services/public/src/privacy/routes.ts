import type { getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { policy } from './policy.ts';

export function privacy(operatorEmail: string, limits: RateLimit): Handler<typeof getPrivacy> {
  return async ({ caller }) => {
    const full = policy(caller.base_url, operatorEmail, limits);
    if (caller.format === 'verbose') return full;
    return {
      stored: full.stored,
      ephemeral: full.ephemeral,
      sent_to_ai: full.sent_to_ai_providers,
      public: full.public,
      never_retained: full.never_retained,
      full: `${caller.base_url}/privacy?format=verbose`,
    };
  };
}
