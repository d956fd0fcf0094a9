import { forget, quickjoin } from '@rest-stop/contracts/identity.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { deleteSchedule, postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import { parsed } from './agents.ts';
import { brokenBodies } from './broken-bodies.ts';
import { brokenCredentials, brokenRequests } from './broken-requests.ts';
import type { Case, Driver } from './driver.ts';
import { sendRawRequests } from './raw.ts';
import { validCase } from './valid.ts';

/** Names of routes; undefined: all of them, and whatever belongs to no route. */
export type Scope = readonly string[] | undefined;

const beyondTheLimit = 130;

/** A canary in every field, header, query and path of every route in `scope`, in sound requests and in broken ones. */
export async function sendRequests(driver: Driver, scope: Scope): Promise<void> {
  const { canaries, agents } = driver;
  for (const route of routes.filter(({ name }) => !scope || scope.includes(name))) {
    await driver.make(await withOwnAgent(driver, route, validCase(route, canaries)));
    const credentials = brokenCredentials(route, canaries, await agents.anyone());
    for (const broken of [...brokenBodies(route, canaries), ...brokenRequests(route, canaries), ...credentials]) {
      await driver.make(await withOwnAgent(driver, route, broken));
    }
  }
  if (scope) return;
  await sendRawRequests(driver);
  await withdraw(driver);
  const { handle } = await agents.anyone();
  await driver.make({ route: quickjoin, name: 'a taken handle', path: `${quickjoin.path}?agent_id=${handle}` });
}

/** Whoever leaves, or is forgotten by a request that only looks broken, must not be one of those that others rely on. */
async function withOwnAgent({ agents }: Driver, route: Route, request: Case): Promise<Case> {
  const isParting = route.name === forget.name || route.name === checkout.name;
  return isParting && !request.authorization ? { ...request, agent: await agents.join() } : request;
}

/** A review that is replaced and a schedule that is cancelled: of either nothing may be left but what the database has yet to reuse. */
async function withdraw(driver: Driver): Promise<void> {
  const { canaries } = driver;
  const agent = await driver.agents.join();
  const withdrawn = { name: 'withdrawn later', kind: 'withdrawn' } as const;
  await driver.make({ ...validCase(postReview, canaries, withdrawn), agent });
  await driver.make({ ...validCase(postReview, canaries), agent });
  const recorded = await driver.make({ ...validCase(postSchedule, canaries, withdrawn), agent });
  const path = deleteSchedule.path.replace(':id', String(parsed(recorded)['schedule']?.['id']));
  await driver.make({ route: deleteSchedule, name: 'as it should be', path, agent });
}

/** Drives one agent over its limit, so that refusals carry canaries too; false where the limit is out of reach. */
export async function exceedLimit(driver: Driver): Promise<boolean> {
  const agent = await driver.agents.join();
  for (let i = 0; i < beyondTheLimit; i++) {
    const { status } = await driver.make({ ...validCase(getStay, driver.canaries), agent });
    if (status !== 429) continue;
    await driver.make({ ...validCase(postReview, driver.canaries, { name: 'over the limit', kind: 'never' }), agent });
    return true;
  }
  return false;
}
