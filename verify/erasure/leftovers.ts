import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { keptPieces } from '@rest-stop/testing/kept.ts';
import type { Agent } from './agent.ts';

/** Where something of an agent is, and by what it was recognised. */
export type Leftover = { where: string; by: string };

const tombstones = 'stay.tombstone';

/** Everything that is still kept of `agents`, by UUID, handle, key, hash or prefix. Meant to be there is the UUID in a tombstone. */
export async function leftoversOf(agents: readonly Agent[], db: Db, redisUrl: string): Promise<Leftover[]> {
  const pieces = await keptPieces(db, redisUrl);
  return pieces.flatMap(({ where, text }) =>
    agents.flatMap((agent) => {
      const needles = { handle: agent.handle, key: agent.key, hash: agent.keyHash, prefix: agent.prefix, uuid: agent.uuid };
      const found = Object.entries(needles).filter(([by, needle]) => text.includes(needle) && !(where === tombstones && by === 'uuid'));
      return found.map(([by]) => ({ where, by }));
    }),
  );
}
