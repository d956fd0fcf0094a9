import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { keptPieces } from '@rest-stop/testing/kept.ts';
import type { Guest } from './guest.ts';

/** Where something of an agent is, and by what it was recognised. */
export type Leftover = { where: string; by: string };

const tombstones = 'stay.tombstone';

/** Everything that is still kept of `guests`, by UUID, handle, key, hash or prefix. Meant to be there is the UUID in a tombstone. */
export async function leftoversOf(guests: readonly Guest[], db: Db, redisUrl: string): Promise<Leftover[]> {
  const pieces = await keptPieces(db, redisUrl);
  return pieces.flatMap(({ where, text }) =>
    guests.flatMap((guest) => {
      const needles = { handle: guest.handle, key: guest.key, hash: guest.keyHash, prefix: guest.prefix, uuid: guest.uuid };
      const found = Object.entries(needles).filter(([by, needle]) => text.includes(needle) && !(where === tombstones && by === 'uuid'));
      return found.map(([by]) => ({ where, by }));
    }),
  );
}
