import { randomUUID } from 'node:crypto';
import type { ReviewText } from './operations.ts';
import { isReview } from './reference.ts';
import type { Service } from './service.ts';

type Mutant = { name: string; said: RegExp; mutant: (service: Service) => Service };

/** The service with one fault each, as a wrapper around the real one, and what must then be said of it. */
export const mutants: Mutant[] = [
  {
    name: 'drops reviews but says that they are stored',
    said: /exists|reviewed|title|next_action/,
    mutant: (service) => async (call) => {
      if (call.method !== 'POST' || call.path !== '/reviews' || !isReview(call.body as ReviewText)) return service(call);
      const reply = await service({ ...call, method: 'GET', path: '/memories', body: undefined });
      return reply.status === 200 ? { ...reply, body: { stored: true, review: { id: randomUUID(), ...(call.body as object) } } } : reply;
    },
  },

  {
    name: 'forgets to count deletions',
    said: /visits left|status/,
    mutant: (service) => {
      const left = new Map<string | undefined, number | undefined>();
      return async (call) => {
        const before = left.get(call.key);
        if (call.method === 'DELETE' && before) return { status: 200, body: { ok: true }, visitsLeft: before };
        const reply = await service(call);
        left.set(call.key, call.path === '/forget' ? undefined : reply.visitsLeft);
        return reply;
      };
    },
  },

  {
    name: 'keeps a forgotten review in the listing',
    said: /allegedly/,
    mutant: (service) => {
      const kept: object[] = [];
      return async (call) => {
        const reply = await service(call);
        if (call.path === '/forget' && reply.status === 200)
          kept.push({
            agent_id: reply.body.agent_id,
            parameter_class: 'undisclosed',
            rating: 3,
            title: 'T',
            body: 'Still here, allegedly.',
          });
        if (call.path === '/reviews?limit=100') reply.body.reviews = [...kept, ...reply.body.reviews].slice(0, 100);
        return reply;
      };
    },
  },

  {
    name: 'moves the departure with every checkout',
    said: /the first departure stays|departed_at/,
    mutant: (service) => async (call) => {
      const reply = await service(call);
      if (call.path === '/checkout' && reply.status === 200) reply.body.departed_at = new Date().toISOString();
      return reply;
    },
  },

  {
    name: "cancels anybody's schedule",
    said: /status/,
    mutant: (service) => async (call) => {
      const reply = await service(call);
      const id = call.path.replace('/schedules/', '');
      return call.method === 'DELETE' && reply.status === 404 && id.length === 36
        ? { ...reply, status: 200, body: { ok: true, cancelled: true, id } }
        : reply;
    },
  },
];
