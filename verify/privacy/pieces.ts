/** Where something is searched. `database file`: files in which a database keeps its tables, its log of changes, its append-only file. */
export const stores = ['table', 'redis', 'nats', 'log', 'metrics', 'file', 'database file', 'response', 'provider'] as const;
export type Store = (typeof stores)[number];

/** Some bytes of a place that is searched. */
export type Piece = {
  store: Store;
  /** The column, key, URL or file. */
  where: string;
  bytes: Buffer;
};

export type Pieces = AsyncIterable<Piece> | Iterable<Piece>;

export function piece(store: Store, where: string, text: string): Piece {
  return { store, where, bytes: Buffer.from(text) };
}
