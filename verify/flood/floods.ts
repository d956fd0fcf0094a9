/** What one hostile client does, from an address of its own. */
export type Flood =
  | { kind: 'uploads'; key: string; count: number }
  | { kind: 'connections'; count: number }
  | { kind: 'keys'; perSecond: number }
  | { kind: 'registrations'; perSecond: number }
  | { kind: 'greedy'; key: string; atOnce: number }
  | { kind: 'long'; keys: readonly string[] };

export type FloodKind = Flood['kind'];

/** What a flood is told at its start: the port that it floods, how long, and from which addresses its connections come, in turn. */
export type Order = { flood: Flood; to: number; seconds: number; addresses: readonly string[] };
