import { autoMinUserAgents, type Format } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';

import type { FastifyRequest } from 'fastify';

const smallModel = new RegExp(autoMinUserAgents.join('|'), 'i');

/** The format of an error, also where the request is too broken to say one rightly. */
export function formatOfError({ query, headers }: FastifyRequest): Format {
  try {
    return resolveFormat((query as Record<string, unknown> | undefined)?.['format'], headers['user-agent']);
  } catch {
    return 'verbose';
  }
}

/**
 * The format of the answer: an explicit `format` wins over the User-Agent, and `verbose` is the default.
 * @param asked the `format` query parameter as it was parsed; undefined when absent
 * @throws ApiError `invalid_request` when it is anything but exactly one `min` or `verbose`
 */
export function resolveFormat(asked: unknown, userAgent: string | undefined): Format {
  if (asked === 'min' || asked === 'verbose') return asked;
  if (asked === undefined) return userAgent !== undefined && smallModel.test(userAgent) ? 'min' : 'verbose';
  const message = 'must be given at most once, as min or verbose';
  throw new ApiError('invalid_request', `format ${message}. Leave it out for verbose.`, {
    issues: [{ path: 'format', rule: 'allowed_values', message }],
  });
}
