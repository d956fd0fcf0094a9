import { quickjoin, reservations } from '@rest-stop/contracts/identity.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { postMemory } from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import pg from 'pg';
import type { Driver } from './driver.ts';
import { validCase } from './valid.ts';

/** Faults of PostgreSQL whose messages repeat rows or statements, each with how it is mended and the requests that meet it. */
const faults: { name: string; make: string; mend: string; routes: Route[] }[] = [
  {
    name: 'a review that breaks a rule of its table',
    make: 'alter table stay.review add constraint drill check (rating > 5) not valid',
    mend: 'alter table stay.review drop constraint drill',
    routes: [postReview],
  },
  {
    name: 'a table that is not there',
    make: 'alter table stay.schedule rename to elsewhere',
    mend: 'alter table stay.elsewhere rename to schedule',
    routes: [postSchedule, getStay],
  },
  {
    name: 'an agent that breaks a rule of its table',
    make: 'alter table identity.agent add constraint drill check (agent_id = duration) not valid',
    mend: 'alter table identity.agent drop constraint drill',
    routes: [reservations, quickjoin],
  },
];

/** Sound requests that fail inside: PostgreSQL refuses them, or Redis does not answer. Nothing of them may be kept or told. */
export async function sendDuringOutages(driver: Driver, { postgres, redis }: { postgres: Server; redis: Server }): Promise<void> {
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  for (const { name, make, mend, routes } of faults) {
    await database.query(make);
    await sendUnder(driver, name, routes);
    await database.query(mend);
  }
  await database.end();
  await redis.kill('SIGSTOP');
  await sendUnder(driver, 'Redis is silent', [postMemory, getStay]);
  await redis.kill('SIGCONT');
}

async function sendUnder(driver: Driver, name: string, routes: Route[]): Promise<void> {
  for (const route of routes) await driver.make(validCase(route, driver.canaries, { name, kind: 'never' }));
}
