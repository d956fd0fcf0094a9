import { forget, quickjoin } from '@rest-stop/contracts/identity.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { deleteSchedule, postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import { brokenBodies } from './broken-bodies.ts';
import { brokenCredentials, brokenRequests, misplacedKeys } from './broken-requests.ts';
import { parsed } from './guests.ts';
import type { Planter } from './planter.ts';
import { plantRaw } from './raw-requests.ts';
import { validCase } from './valid-cases.ts';

/** Names of routes; undefined: all of them, and whatever belongs to no route. */
export type Scope = readonly string[] | undefined;

const beyondTheLimit = 130;

/** A secret in every field, header, query and path of every route in `scope`, in sound requests and in broken ones. */
export async function plantRequests(planter: Planter, scope: Scope): Promise<void> {
  for (const route of routes.filter(({ name }) => !scope || scope.includes(name))) {
    await planter.make(await withOwnGuest(planter, route, validCase(route, planter.secrets)));
    await plantBroken(planter, route);
  }
  if (scope) return;
  await plantRaw(planter.courier, planter.secrets);
  await plantWithdrawn(planter);
  const taken = (await planter.guests.anyone()).handle;
  await planter.make({ route: quickjoin, name: 'a taken handle', path: `${quickjoin.path}?agent_id=${taken}` });
}

async function plantBroken(planter: Planter, route: Route): Promise<void> {
  const { secrets, guests } = planter;
  const cases = [
    ...brokenBodies(route, secrets),
    ...brokenRequests(route, secrets),
    ...brokenCredentials(route, secrets, await guests.anyone()),
    ...misplacedKeys(route, await guests.anyone()),
  ];
  for (const broken of cases) await planter.make(await withOwnGuest(planter, route, broken));
}

/** Whoever leaves, or is forgotten by a request that only looks broken, must not be one of those that others rely on. */
async function withOwnGuest<C extends { guest?: unknown; authorization?: unknown }>(
  { guests }: Planter,
  route: Route,
  request: C,
): Promise<C> {
  const isParting = route.name === forget.name || route.name === checkout.name;
  return isParting && !request.authorization ? { ...request, guest: await guests.join() } : request;
}

/** A review that is replaced and a schedule that is cancelled: of either nothing may be left but what the database has yet to reuse. */
async function plantWithdrawn(planter: Planter): Promise<void> {
  const { secrets } = planter;
  const guest = await planter.guests.join();
  const withdrawn = { name: 'withdrawn later', kind: 'withdrawn' } as const;
  await planter.make({ ...validCase(postReview, secrets, withdrawn), guest });
  await planter.make({ ...validCase(postReview, secrets), guest });
  const recorded = await planter.make({ ...validCase(postSchedule, secrets, withdrawn), guest });
  const { id } = (parsed(recorded)?.['schedule'] ?? {}) as { id?: string };
  await planter.make({ route: deleteSchedule, name: 'as it should be', path: deleteSchedule.path.replace(':id', String(id)), guest });
}

/** Drives one agent over its limit, so that refusals carry secrets too; false where the limit is out of reach. */
export async function plantRefused(planter: Planter): Promise<boolean> {
  const guest = await planter.guests.join();
  for (let i = 0; i < beyondTheLimit; i++) {
    if ((await planter.make({ ...validCase(getStay, planter.secrets), guest })).status === 429) {
      await planter.make({ ...validCase(postReview, planter.secrets, { name: 'over the limit', kind: 'never' }), guest });
      return true;
    }
  }
  return false;
}
