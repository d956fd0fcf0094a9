import { ApiError } from '@rest-stop/contracts/errors.ts';
import { badCursor } from '@rest-stop/contracts/public.ts';

/** A place in the list of reviews: that of the one with this time and handle, whether it is still there or not. Both are public. */
export type Place = { created_at: string; agent_id: string };

/** Opaque to clients, so that what it holds may change. */
export function cursorOf({ created_at, agent_id }: Place): string {
  return Buffer.from(`${created_at}/${agent_id}`).toString('base64url');
}

/** @throws ApiError `invalid_request` for a text that no list has given as its cursor */
export function placeOf(cursor: string): Place {
  const [, created_at = '', agent_id = ''] = /^(20[^/]+)\/([a-z0-9_-]+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const time = new Date(created_at);
  if (!Number.isNaN(time.getTime()) && time.toISOString() === created_at) return { created_at, agent_id };
  const issues = [{ path: 'cursor', rule: 'format', message: badCursor }];
  throw new ApiError('invalid_request', `cursor ${badCursor}.`, { issues });
}
