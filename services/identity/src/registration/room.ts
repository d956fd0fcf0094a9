import { ApiError } from '@rest-stop/contracts/errors.ts';
import { room, type TakeRoom } from '@rest-stop/runtime/room.ts';
import { countAgents } from './store.ts';

/** Refuses a registration when the deployment has `maxAgents`, or never when that is 0. */
export function roomForAgents(maxAgents: number, steady?: () => number): TakeRoom {
  return room({ most: maxAgents, count: countAgents, full, steady });
}

function full(): ApiError {
  const message = 'This rest stop is full: nobody was registered. Try again later; a key that you have goes on working.';
  return new ApiError('unavailable', message, { retryAfterSeconds: 600 });
}
