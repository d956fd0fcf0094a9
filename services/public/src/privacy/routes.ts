import type { getPrivacy } from '@rest-stop/contracts/public.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { policy, shortPolicy } from './policy.ts';

export function privacy(operatorEmail: string, limits: RateLimit): Handler<typeof getPrivacy> {
  return async ({ caller: { base_url, format } }) =>
    format === 'min' ? shortPolicy(base_url, limits) : policy(base_url, operatorEmail, limits);
}
