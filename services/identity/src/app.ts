import type { KeyObject } from 'node:crypto';
import {
  forget,
  getReceipt,
  identityActivity,
  identityHealth,
  identityStats,
  recordLastSeen,
  quickjoin,
  readReceiptKeys,
  reservations,
  rotateKey,
  verifyKey,
} from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { CallerSecrets } from '@rest-stop/runtime/http/caller.ts';
import { mount } from '@rest-stop/runtime/http/mount.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import { interval, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { type Database, longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import type { Failpoint } from './erasure/context.ts';
import { startErasureRelay } from './erasure/relay.ts';
import { countUnwritten, measureErasures } from './erasure/metrics.ts';
import { handleForget } from './erasure/routes.ts';
import { checkHealth } from '@rest-stop/runtime/postgres/health.ts';
import type { Journal } from './journal/journal.ts';
import { noRestoreCheck, startRestoreCheck } from './journal/restore-check.ts';
import { keyLookUp } from './keys/look-up.ts';
import { updateLastSeen } from './keys/store.ts';
import { toldOf } from './keys/verify.ts';
import { receiptKeyring } from './receipts/keys.ts';
import { handleReceipt } from './receipts/state.ts';
import { deleteExpiredStates } from './receipts/store.ts';
import { deleteExpired } from './registration/idempotency-store.ts';
import { registration } from './registration/register-once.ts';
import { measureAgents } from './registration/metrics.ts';
import { roomForAgents } from './registration/room.ts';
import { handleQuickjoin, handleReservation } from './registration/routes.ts';
import { handleRotation } from './rotation/routes.ts';
import { readActivity, readStats } from './stats/store.ts';
import { endUnusedAgents, type Unused } from './unused/end-unused.ts';

export type Deps = {
  db: Database;
  bus: Bus;
  log: Log;
  /** With which the gateway signs who calls. */
  secrets: CallerSecrets;
  /** The clock for the times that are stored. Default: the machine's. */
  now?: () => Date;
  /** How often unconfirmed erasures are sent again. */
  relayEveryMs?: number;
  /** The key that signs receipts. Default: one that is generated once and kept in the database. */
  receiptKey?: KeyObject | undefined;
  /** Keeps erasures outside of the database, so that a restored backup is noticed. Closed by whoever opened it. Default: none. */
  journal?: Journal | undefined;
  /** The secret from which the API keys of retryable registrations are derived. Default: one that is generated once and kept in the database. */
  keyDerivationSecret?: string | undefined;
  /** Default: agents whose key was never used end after 30 days, and no others. */
  unused?: Partial<Unused> | undefined;
  /** How many agents the deployment may have; 0: any number. Default: that. */
  maxAgents?: number;
  /** Its metrics are added here. */
  registry?: Registry;
  /** Called between the steps of an erasure, where tests interrupt it. Default: does nothing. */
  failpoint?: (point: Failpoint) => Promise<void>;
};

const queue = { queue: 'identity' };
const restoreCheckEveryMs = 1_000;
const expireRetriesEveryMs = 60_000;
const expireReceiptsEveryMs = 3_600_000;
const defaultUnused: Unused = { days: 30, inactiveDays: 0, everyMs: 10_000 };

/** The identity service: registration, key checks for the gateway, and erasures. */
export function identityApp(deps: Deps): Service {
  const {
    db,
    bus,
    log,
    secrets,
    now = () => new Date(),
    relayEveryMs = 5_000,
    receiptKey,
    keyDerivationSecret,
    unused,
    maxAgents = 0,
    journal,
    registry = new Registry(),
    failpoint = async () => {},
  } = deps;
  measureErasures(db, registry);
  measureAgents(db, maxAgents, registry);
  const keyring = receiptKeyring(db, receiptKey, now);
  const restoreCheck = journal ? startRestoreCheck(db, journal, log, restoreCheckEveryMs) : noRestoreCheck(db);
  const erasure = { db, bus, log, journal: countUnwritten(journal, registry), restoreCheck, failpoint };
  const ownerOf = keyLookUp(restoreCheck);

  const register = registration({ db, now, takeRoom: roomForAgents(maxAgents), keyDerivationSecret });

  const http = createHttpApp({
    log,
    callers: { service: 'identity', secrets },
    ready: async () => bus.connected() && restoreCheck.isCurrent() && (await checkHealth(db)).ok,
  });
  http.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.probe) restoreCheck.assertCurrent();
  });

  mount(http, quickjoin, handleQuickjoin(register));
  mount(http, reservations, handleReservation(register));
  mount(http, rotateKey, handleRotation({ db, bus, log, restoreCheck }));
  mount(http, forget, handleForget(erasure, keyring, now));
  mount(http, getReceipt, handleReceipt(db, now));

  const running = [
    restoreCheck,
    startErasureRelay(erasure, relayEveryMs),
    interval(expireRetriesEveryMs, log, 'expire idempotent registrations', () =>
      db.transaction((tx) => deleteExpired(tx, now()), longWorkMs),
    ),
    interval(expireReceiptsEveryMs, log, 'expire receipts', () => db.transaction((tx) => deleteExpiredStates(tx, now()), longWorkMs)),
    endUnusedAgents({ restoreCheck, log, now }, { ...defaultUnused, ...unused }),
    bus.serve(verifyKey, queue, async (question) => toldOf(await ownerOf(question.key_hash), question)),
    bus.serve(readReceiptKeys, queue, async () => ({ keys: await keyring.published() })),
    bus.serve(recordLastSeen, queue, async ({ seen }) => ({ recorded: await updateLastSeen(db, seen) })),
    bus.serve(identityHealth, queue, () => checkHealth(db)),
    bus.serve(identityStats, queue, () => readStats(db, now())),
    bus.serve(identityActivity, queue, async ({ since_hour }) => ({ hours: await readActivity(db, since_hour) })),
  ];
  return { http, ready: () => bus.ready(), close: () => closeAll(...running) };
}
