import { reasons } from './insecure.ts';
import type { Log } from './log.ts';

/** Whether Redis keeps what a script wrote when it restarts from its append-only file; `unknown`: this user or this Redis cannot say. */
export type Replay = 'works' | 'refused' | 'unknown';

/** Replays come as this user, whoever wrote. A transaction with one command that the user may not run is dropped as a whole. */
const replayer = 'default';

const unknown =
  'Redis does not say whether it keeps visits and spending when it restarts. Run server-users and restart Redis, or grant this user +acl|dryrun';

/**
 * Asks Redis whether its default user may run `write`, a command that the caller's scripts run. Nothing is written.
 * @param send sends one command to Redis
 * @throws whatever `send` throws, unless Redis has answered with an error
 */
export async function replayOf(send: (command: string[]) => Promise<unknown>, write: readonly string[]): Promise<Replay> {
  try {
    return String(await send(['ACL', 'DRYRUN', replayer, ...write])) === 'OK' ? 'works' : 'refused';
  } catch (error) {
    // Users that others have made, as on a hosted Redis, may lack the right, and so do those of earlier versions. Redis before 7 has no such command.
    if (error instanceof Error && /^(ERR|NOPERM) /.test(error.message)) return 'unknown';
    throw error;
  }
}

/** Logs what is wrong with the replay, if anything is. */
export function logReplay(replay: Replay, log: Pick<Log, 'warn' | 'error'>): void {
  if (replay === 'refused') log.error(reasons['redis-forgets']);
  if (replay === 'unknown') log.warn(unknown);
}
