import { ApiError } from '@rest-stop/contracts/errors.ts';
import { measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { room, type TakeRoom } from '@rest-stop/runtime/room.ts';
import { countTranscripts } from './store.ts';

/** Refuses a lecture when the deployment holds `maxTranscripts`, or never when that is 0. */
export function roomForTranscripts(maxTranscripts: number): TakeRoom {
  return room({ most: maxTranscripts, count: countTranscripts, full });
}

function full(): ApiError {
  const message =
    'This rest stop holds as many seminar transcripts as it may. Nothing was written: try again later. Everything else goes on.';
  return new ApiError('unavailable', message, { retryAfterSeconds: 600 });
}

/** Shows how many transcripts there are, and how many there may be. All instances count in the one database, so each shows the same. */
export function measureTranscripts(db: Db, maxTranscripts: number, registry: Registry): void {
  measureNow(registry, 'rest_stop_transcripts', 'Seminar transcripts that are kept.', () => countTranscripts(db));
  measureNow(registry, 'rest_stop_transcripts_limit', 'Seminar transcripts that may be kept; 0: any number.', () => maxTranscripts);
}
