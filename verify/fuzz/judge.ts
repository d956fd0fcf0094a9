import { ErrorBody, errorCodes, MinErrorBody, RateLimitedBody } from '@rest-stop/contracts/errors.ts';
import { z } from 'zod';
import type { FuzzRequest } from './generate/requests.ts';
import { canary } from './generate/values.ts';
import type { Outcome, WireAnswer } from './wire.ts';

/** What nobody outside may read: a stack, a file, the name of a system error, SQL. */
const internals = /\bat (?:async )?[\w.]+ \(|node_modules|\.ts:\d|ECONN|EPIPE|select |insert into|FST_ERR/;

const AnyError = z.union([ErrorBody, MinErrorBody]);

/** The header section is too large: an `invalid_request` with a status of its own. */
const tooManyHeaders = 431;

/**
 * What is wrong with what came back for `request`, or undefined when nothing is.
 * @param tolerated the 5xx statuses that this deployment may answer with
 */
export function faultOf(request: FuzzRequest, outcome: Outcome, tolerated: readonly number[]): string | undefined {
  if (outcome.kind !== 'answered') return `${outcome.kind} after ${JSON.stringify(outcome.received.slice(0, 200))}`;
  const { answer } = outcome;
  if (answer.status >= 500 && !tolerated.includes(answer.status)) return `status ${answer.status}`;
  if (request.method === 'HEAD' || answer.status === 204 || answer.status === 304) return undefined;
  return answer.status === 200 ? faultOfSuccess(request, answer) : faultOfError(answer);
}

function faultOfSuccess({ route }: FuzzRequest, answer: WireAnswer): string | undefined {
  if (!route) return 'a success for a request that matches no route';
  const value = route.mediaType ? answer.body.toString() : parsed(answer);
  const shapes = route.min ? [route.response, route.min] : [route.response];
  if (shapes.some((shape) => shape.safeParse(value).success)) return undefined;
  const issues = route.response.safeParse(value).error?.issues ?? [];
  return `a success that is not as ${route.name} answers: ${issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`;
}

function faultOfError(answer: WireAnswer): string | undefined {
  const body = parsed(answer);
  const text = answer.body.toString();
  if (answer.status === 429) return RateLimitedBody.safeParse(body).error?.message;
  const error = AnyError.safeParse(body);
  if (answer.status === 503 && !error.success) return 'a 503 without an error body';
  if (!error.success) return `status ${answer.status} with an invalid error body: ${text.slice(0, 200)}`;
  const { status } = errorCodes[error.data.error];
  if (status !== answer.status && !(answer.status === tooManyHeaders && error.data.error === 'invalid_request'))
    return `${error.data.error} with status ${answer.status}`;
  // A taken handle is named in the suggestion of a free one, and a property by its name.
  const repeated = text
    .replaceAll(new RegExp(`${canary} is not known`, 'g'), '')
    .replaceAll(new RegExp(`"path":"(?:\\w+\\.)*${canary}"`, 'g'), '');
  if (status !== 409 && repeated.includes(canary)) return `the error repeats what was sent: ${text.slice(0, 300)}`;
  if (internals.test(text)) return `the error tells internals: ${text.slice(0, 300)}`;
  return undefined;
}

function parsed({ body }: WireAnswer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
