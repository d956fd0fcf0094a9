import type { KeyObject } from 'node:crypto';
import {
  forget,
  identityHealth,
  identityStats,
  recordLastSeen,
  quickjoin,
  readReceiptKeys,
  reservations,
  verifyKey,
} from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { mount } from '@rest-stop/runtime/http/mount.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import { interval, closeAll } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { type Database, longWorkMs } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import type { ErasurePoint } from './erasure/context.ts';
import { startErasureRelay } from './erasure/relay.ts';
import { handleForget } from './erasure/routes.ts';
import { checkHealth } from '@rest-stop/runtime/postgres/health.ts';
import type { Journal } from './journal/journal.ts';
import { noGate, restoreGate } from './journal/restore-gate.ts';
import { agentOfKey, moveLastSeen } from './keys/store.ts';
import { receiptKeyring } from './receipts/keys.ts';
import { rollOff } from './registration/idempotency-store.ts';
import { registration } from './registration/register-once.ts';
import { joinQuickly, reserve } from './registration/routes.ts';
import { readStats } from './stats/store.ts';

export type Deps = {
  db: Database;
  bus: Bus;
  log: Log;
  /** Proves that a request comes from the gateway. */
  secret: string;
  /** The clock that stamps rows. Default: the machine's. */
  now?: () => Date;
  /** How often unconfirmed erasures are looked for. */
  relayEveryMs?: number;
  /** What receipts are signed with. Default: a key that is made once and kept in the database. */
  receiptKey?: KeyObject | undefined;
  /** Keeps erasures outside of the database, so that a restored backup is noticed; stopped by whoever opened it. Default: none. */
  journal?: Journal | undefined;
  /** What API keys are derived from when their registration may be retried. Default: one that is made once and kept in the database. */
  keyDerivationSecret?: string | undefined;
  /** Called between the steps of an erasure. Default: goes on. */
  at?: (point: ErasurePoint) => Promise<void>;
};

const queue = { queue: 'identity' };
const restoreLookMs = 1_000;
const retriesRollOffMs = 60_000;

/** Who is registered and with which key: registration, key checks for the gateway, and the record of erasures. */
export function identityApp(deps: Deps): Service {
  const {
    db,
    bus,
    log,
    secret,
    now = () => new Date(),
    relayEveryMs = 5_000,
    receiptKey,
    keyDerivationSecret,
    journal,
    at = async () => {},
  } = deps;
  const erasure = { db, bus, log, journal, at };
  const keyring = receiptKeyring(db, receiptKey, now);
  const gate = journal ? restoreGate(db, journal, log, restoreLookMs) : noGate;

  const register = registration({ db, now, keyDerivationSecret });

  const http = createHttpApp({ log, secret, ready: async () => bus.connected() && gate.isOpen() && (await checkHealth(db)).ok });
  http.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.probe) gate.pass();
  });

  mount(http, quickjoin, joinQuickly(register));
  mount(http, reservations, reserve(register));
  mount(http, forget, handleForget(erasure, keyring));

  const running = [
    gate,
    startErasureRelay(erasure, relayEveryMs),
    interval(retriesRollOffMs, log, 'registration roll-off', () => db.transaction((tx) => rollOff(tx, now()), longWorkMs)),
    bus.serve(verifyKey, queue, async ({ key_hash }) => {
      gate.pass();
      return { agent: await agentOfKey(db, key_hash) };
    }),
    bus.serve(readReceiptKeys, queue, async () => ({ keys: await keyring.published() })),
    bus.serve(recordLastSeen, queue, async ({ seen }) => ({ recorded: await moveLastSeen(db, seen) })),
    bus.serve(identityHealth, queue, () => checkHealth(db)),
    bus.serve(identityStats, queue, () => readStats(db, now())),
  ];
  return { http, ready: () => bus.ready(), close: () => closeAll(...running) };
}
