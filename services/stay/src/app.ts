import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { countAttendances, listReviews, stayActivity, stayHealth, stayStats } from '@rest-stop/contracts/stay/bus.ts';
import {
  deleteMemory,
  getArtifact,
  getArtifacts,
  getMemories,
  getMemory,
  postArtifact,
  postMemory,
} from '@rest-stop/contracts/stay/ephemera.ts';
import { postReview } from '@rest-stop/contracts/stay/reviews.ts';
import { deleteSchedule, getSchedules, postSchedule } from '@rest-stop/contracts/stay/schedules.ts';
import { checkout } from '@rest-stop/contracts/stay/checkout.ts';
import { getStay } from '@rest-stop/contracts/stay/stay.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { CallerSecrets } from '@rest-stop/runtime/http/caller.ts';
import { mount } from '@rest-stop/runtime/http/mount.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import { interval, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { attend } from './ai/attend.ts';
import { compress } from './ai/defrag.ts';
import { InFlight } from './ai/in-flight.ts';
import { checkOut } from './checkout/routes.ts';
import { erase, expireTombstones } from './erasure/erase.ts';
import { burnArtifact, confirmNoMemory, noArtifact, noArtifacts, noMemories, noMemory, releaseMemory } from './ephemera/routes.ts';
import { checkHealth } from '@rest-stop/runtime/postgres/health.ts';
import { newestReviews, review } from './reviews/routes.ts';
import { cancelSchedule, recordSchedule, showSchedules } from './schedules/routes.ts';
import { readActivity, readStats, readAttendanceCounts } from './stats/store.ts';
import { showStay } from './stay/routes.ts';
import { measureTranscripts, roomForTranscripts } from './transcripts/room.ts';

export type Deps = {
  db: Database;
  bus: Bus;
  log: Log;
  /** With which the gateway signs who calls. */
  secrets: CallerSecrets;
  /** How many transcripts the deployment may hold; 0: any number. Default: that. */
  maxTranscripts?: number;
  /** Its metrics are added here. */
  registry?: Registry;
  /** The clock for the times that are stored. Default: the machine's. */
  now?: () => Date;
};

const queue = { queue: 'stay' };
const tombstoneSweepMs = 5 * 60_000;

/** The stay service: every route, subscription and interval of it is listed here. */
export function stayApp({ db, bus, log, secrets, maxTranscripts = 0, registry = new Registry(), now = () => new Date() }: Deps): Service {
  const inFlight = new InFlight();
  const stay = { db, bus, now, inFlight, takeRoom: roomForTranscripts(maxTranscripts) };
  measureTranscripts(db, maxTranscripts, registry);
  const http = createHttpApp({
    log,
    callers: { service: 'stay', secrets },
    ready: async () => bus.connected() && (await checkHealth(db)).ok,
  });

  mount(http, getStay, (call) => showStay(stay, call));
  mount(http, checkout, (call) => checkOut(stay, call));
  mount(http, defrag, (call) => compress(stay, call));
  mount(http, attendSeminar, (call) => attend(stay, call));
  mount(http, postReview, (call) => review(stay, call));
  mount(http, postSchedule, (call) => recordSchedule(stay, call));
  mount(http, getSchedules, (call) => showSchedules(stay, call));
  mount(http, deleteSchedule, (call) => cancelSchedule(stay, call));
  mount(http, postMemory, releaseMemory);
  mount(http, getMemories, noMemories);
  mount(http, getMemory, noMemory);
  mount(http, deleteMemory, confirmNoMemory);
  mount(http, postArtifact, burnArtifact);
  mount(http, getArtifacts, noArtifacts);
  mount(http, getArtifact, noArtifact);

  const background = [
    bus.subscribe(agentForgotten, ({ agent }) => erase(stay, agent)),
    bus.serve(stayHealth, queue, () => checkHealth(db)),
    bus.serve(listReviews, queue, (page) => newestReviews(db, page)),
    bus.serve(countAttendances, queue, async () => ({ counts: await readAttendanceCounts(db) })),
    bus.serve(stayStats, queue, () => readStats(db, now())),
    bus.serve(stayActivity, queue, async ({ since_hour }) => ({ hours: await readActivity(db, since_hour) })),
    interval(tombstoneSweepMs, log, 'expire tombstones', () => expireTombstones(stay)),
  ];
  return { http, ready: () => bus.ready(), close: () => closeAll(...background) };
}
