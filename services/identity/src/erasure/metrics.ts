import { Counter, measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { sharedRead } from '@rest-stop/runtime/shared-read.ts';
import type { Journal } from '../journal/journal.ts';
import { readWaiting } from './store.ts';

/** Shows the erasures that some service has not confirmed. All instances read them in the one database, so each shows the same. */
export function measureErasures(db: Db, registry: Registry): void {
  // Both are read at the same scrape, so one read serves both.
  const waiting = sharedRead(() => readWaiting(db));
  const pending = async () => (await waiting.get()).count;
  const age = async () => (await waiting.get()).oldest_seconds;
  measureNow(registry, 'rest_stop_erasures_pending', 'Erasures that some service has not confirmed yet.', pending);
  measureNow(registry, 'rest_stop_erasures_oldest_seconds', 'How long the oldest of them has been waiting; 0 without any.', age);
}

/** `journal`, if there is one, with the entries counted that it could not write. */
export function countUnwritten(journal: Journal | undefined, registry: Registry): Journal | undefined {
  const unwritten = new Counter({
    name: 'rest_stop_journal_failures_total',
    help: 'Entries that could not be written to the erasure journal. Each is tried again until it can.',
    registers: [registry],
  });
  if (!journal) return undefined;
  const record: Journal['record'] = async (entry) => {
    try {
      await journal.record(entry);
    } catch (error) {
      unwritten.inc();
      throw error;
    }
  };
  return { ...journal, record };
}
