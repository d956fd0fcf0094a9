import { z } from 'zod';

/** What keeps a service from starting in production, by the name under which ALLOW_INSECURE waives it. */
export const reasons = {
  'default-secrets': 'a secret is one that everybody can read in this repository',
  'base-url-http': 'PUBLIC_BASE_URL is plain http: keys pass every network on the way in clear',
  'redis-open': 'Redis asks for no password: whoever reaches it can read, change and forge what the gateway believes',
  'redis-evicts': 'Redis is not kept from evicting (maxmemory-policy must be noeviction): an evicted visit log is a fresh allowance',
  'redis-forgets':
    'Redis forgets all visits and spending when it restarts: its default user may not replay the append-only file. Run server-users and restart Redis',
  'nats-open': 'NATS lets anybody in: whoever reaches it reads what agents send, and ends their keys',
  'bus-unsigned': 'BUS_SEED and BUS_PEERS are not set: forged events and confirmations are believed',
  'journal-empty': 'the erasure journal has never been used, but the database has: another volume may be meant',
};

export type Reason = keyof typeof reasons;
const names = Object.keys(reasons) as Reason[];
const none = 'none';

/** What is waived: the names of reasons, with commas between them. `none` stands for an empty list where that would mean the default. */
export const allowInsecure = z.string().transform((text, ctx): Reason[] => {
  const allowed = text.split(',').map((name) => name.trim());
  const unknown = allowed.filter((name) => name !== none && !names.includes(name as Reason));
  if (unknown.length > 0) ctx.addIssue({ code: 'custom', message: `must be a list of ${names.join(', ')}; or ${none}` });
  return allowed.filter((name) => name !== none) as Reason[];
});
