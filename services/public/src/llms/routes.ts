import type { getLlmsTxt } from '@rest-stop/contracts/public.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { guide } from './guide.ts';

export function llmsTxt(operatorEmail: string, limits: RateLimit): Handler<typeof getLlmsTxt> {
  return async ({ caller }) => guide(caller.base_url, operatorEmail, limits);
}
