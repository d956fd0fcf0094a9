import type { Pieces } from './pieces.ts';
import type { Planter } from './planter.ts';
import type { ScriptedProvider } from './provider.ts';
import type { Queries } from './search-tables.ts';

/** Everything that can be searched of a deployment, opened for one search. */
export type Places = {
  databases: Queries[];
  /** All but what the drill itself sent and received. */
  pieces(): Pieces;
  close(): Promise<void>;
};

/** A deployment that is drilled. */
export type Target = {
  name: string;
  baseUrl: string;
  /** Where it has one that plays along. */
  provider?: ScriptedProvider;
  /** What was not given, so that nobody takes it for clean. */
  notSearched: string[];
  open(): Promise<Places>;
  /** Has the service answer again, where a search stops it. */
  resume?(): Promise<void>;
  /** Breaks what stands behind the services while secrets are planted, and mends it again. */
  fault?(planter: Planter): Promise<void>;
  /** Has the databases give back the space of what was deleted. */
  reclaim?(): Promise<void>;
  close(): Promise<void>;
};
