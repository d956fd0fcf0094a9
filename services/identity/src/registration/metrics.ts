import { measureNow, type Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { countAgents } from './store.ts';

/** Shows how many agents there are, and how many there may be. All instances count in the one database, so each shows the same. */
export function measureAgents(db: Db, maxAgents: number, registry: Registry): void {
  measureNow(registry, 'rest_stop_agents', 'Agents that are registered.', () => countAgents(db));
  measureNow(registry, 'rest_stop_agents_limit', 'Agents that may be registered; 0: any number.', () => maxAgents);
}
