import { measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { readWaiting } from './store.ts';

/** Shows the erasures that some service has not confirmed. All instances read them in the one database, so each shows the same. */
export function measureErasures(db: Db, registry: Registry): void {
  const pending = async () => (await readWaiting(db)).count;
  const age = async () => (await readWaiting(db)).oldest_seconds;
  measureNow(registry, 'rest_stop_erasures_pending', 'Erasures that some service has not confirmed yet.', pending);
  measureNow(registry, 'rest_stop_erasures_oldest_seconds', 'How long the oldest of them has been waiting; 0 without any.', age);
}
