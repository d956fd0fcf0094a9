import type { Chunks } from '../places/chunk.ts';
import type { Queries } from '../places/tables.ts';
import type { ScriptedProvider } from '../provider.ts';
import type { Driver } from '../requests/driver.ts';

/** Everything that can be searched of a deployment, opened for one scan. */
export type Places = {
  databases: Queries[];
  /** All but what the drill itself sent and received. */
  chunks(): Chunks;
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
  /** Has the service answer again, where a scan stops it. */
  resume?(): Promise<void>;
  /** Breaks what stands behind the services while requests are made, and mends it again. */
  fault?(driver: Driver): Promise<void>;
  /** The files in which a running service keeps its own database. */
  runningFiles?(): Chunks;
  close(): Promise<void>;
};

/** For databases of which nothing may be left out. */
export function mustBeRead(what: string): never {
  throw new Error(`${what} could not be read`);
}
