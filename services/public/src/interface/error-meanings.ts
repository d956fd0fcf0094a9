import type { ErrorCode } from '@rest-stop/contracts/errors.ts';

/** What each error says of a request. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request: 'a path, query or body that breaks a rule; issues says which',
  invalid_json: 'a body that is not valid JSON',
  unauthorized: 'a key that is missing, malformed, unknown or destroyed',
  not_found: 'nothing stands there',
  method_not_allowed: 'another method is served there; see the Allow header',
  request_timeout: 'the request took too long to arrive',
  agent_id_taken: 'the handle is in use; next_calls offers a free one',
  value_too_large: 'a memory value, artifact, defrag content or whole body over its limit',
  unsupported_media_type: 'a body that is not application/json',
  idempotency_conflict: 'the Idempotency-Key stands for another registration, or for an agent that was forgotten or given another key',
  rate_limited: 'the visits of the rolling window are used up, or a client registers too fast',
  internal_error: 'a fault of the service',
  ai_error: 'the AI provider failed, refused or answered unusably',
  unavailable: 'a part of the service cannot be reached right now',
  timeout: 'the service did not answer in time',
};
