import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { bodyLimits } from '@rest-stop/contracts/limits.ts';

const json = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

/**
 * Refuses a body before any of it is read, if the headers already say that it cannot be accepted.
 * @throws ApiError `invalid_request`, `unsupported_media_type` or `value_too_large`
 */
export function checkAnnouncedBody(headers: IncomingHttpHeaders, limit: number): void {
  const coding = headers['transfer-encoding'];
  const length = Number(headers['content-length'] ?? 0);
  if (coding === undefined && length === 0) return;
  if (length > limit) throw tooLarge(limit, length);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
  if (length > 0) checkMediaType(headers);
}

/** @throws ApiError `unsupported_media_type` unless the body is UTF-8 JSON by its Content-Type */
export function checkMediaType(headers: IncomingHttpHeaders): void {
  if (json.test(headers['content-type'] ?? '')) return;
  throw new ApiError('unsupported_media_type', 'Send the body as UTF-8 JSON with Content-Type: application/json.');
}

/** The body limit of an endpoint for a request that may lack a well-formed key: then it costs its sender nothing, and gets less. */
export function bodyLimitFor(limit: number, hasKey: boolean): number {
  return hasKey ? limit : Math.min(limit, bodyLimits.keyless);
}

/** The body is longer than its endpoint takes. `bytes`: how long, where the client has said so. */
export function tooLarge(limit: number, bytes?: number): ApiError {
  const [size, parts] = bytes === undefined ? [`more than ${limit}`, 'parts'] : [String(bytes), `${Math.ceil(bytes / limit)} parts`];
  const keyed =
    limit === bodyLimits.keyless ? ' With your key in the Authorization header, an endpoint that takes long texts takes more.' : '';
  const message = `The body has ${size} bytes, at most ${limit} are taken: shorten it, or send ${parts}.${keyed}`;
  return new ApiError('value_too_large', `${message} Nothing was stored.`, { short: message });
}
