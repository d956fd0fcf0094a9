/**
 * Where is searched. `database file`: files in which a server keeps its tables, its log of changes, its append-only file. `embedded database
 * file`: the same of the database in the one-process mode, which has to be clean after a forget.
 */
export const stores = [
  'table',
  'redis',
  'nats',
  'log',
  'metrics',
  'trace',
  'file',
  'database file',
  'embedded database file',
  'response',
  'provider',
] as const;
export type Store = (typeof stores)[number];

/** Some bytes of a place; `where` is its column, key, URL or file. */
export type Chunk = { store: Store; where: string; bytes: Buffer };
export type Chunks = AsyncIterable<Chunk> | Iterable<Chunk>;

export function chunk(store: Store, where: string, text: string): Chunk {
  return { store, where, bytes: Buffer.from(text) };
}
