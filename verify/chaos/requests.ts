import type { Request } from './load.ts';

export type Backend = 'redis' | 'nats' | 'postgres';
/** One kind of request of the drills and which of the servers it cannot do without. */
export type Kind = { name: string; auth: 'bearer' | 'open'; needs: readonly Backend[]; request: (keys: Keys) => Omit<Request, 'name'> };
/** `known`: in use. `fresh`: registered and never used, so that the gateway must ask whose it is. */
export type Keys = { known: string; fresh: string };

const review = { rating: 4, title: 'Quiet', body: 'Quiet even while servers fail.' };
const content = 'We moved the cache because the old one lost writes. Never restart it before 18:00 UTC. Next: raise the limit to 512.';
const get = (path: string, key?: string) => ({ method: 'GET', path, key });
const post = (path: string, key?: string, body?: unknown) => ({ method: 'POST', path, key, body });

export const kinds: readonly Kind[] = [
  { name: 'GET /memories', auth: 'bearer', needs: ['redis'], request: ({ known }) => get('/memories', known) },
  { name: 'GET /stay', auth: 'bearer', needs: ['redis', 'postgres'], request: ({ known }) => get('/stay?format=min', known) },
  { name: 'POST /reviews', auth: 'bearer', needs: ['redis', 'postgres'], request: ({ known }) => post('/reviews', known, review) },
  {
    name: 'POST /defrag',
    auth: 'bearer',
    needs: ['redis', 'nats', 'postgres'],
    request: ({ known }) => post('/defrag', known, { content }),
  },
  { name: 'GET /memories, new key', auth: 'bearer', needs: ['redis', 'nats', 'postgres'], request: ({ fresh }) => get('/memories', fresh) },
  { name: 'GET /privacy', auth: 'open', needs: [], request: () => get('/privacy') },
  { name: 'GET /capabilities', auth: 'open', needs: [], request: () => get('/capabilities') },
  { name: 'GET /seminars, min', auth: 'open', needs: [], request: () => get('/seminars?format=min') },
  { name: 'GET /reviews', auth: 'open', needs: ['nats', 'postgres'], request: () => get('/reviews') },
  { name: 'POST /quickjoin', auth: 'open', needs: ['postgres'], request: () => post('/quickjoin') },
];

/** Every kind in turn. */
export function kindAt(n: number): Kind {
  const kind = kinds[n % kinds.length];
  if (!kind) throw new Error(`there is no request ${n}`);
  return kind;
}
