import type { Caller } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { randomNonce, type Idempotent, idempotent, validityMs } from './idempotency.ts';
import { claim, readOrMakeSecret } from './idempotency-store.ts';
import { type Registered, register, type RegistrationFields } from './register.ts';
import type { TakeRoom } from '@rest-stop/runtime/room.ts';
import { agentAsRegistered } from './store.ts';

/** A request to register. `name` and `specialRequests` only serve to tell a retry from a different request. */
export type RegistrationRequest = { name: string; fields: RegistrationFields; specialRequests?: string | undefined };

export type Register = (caller: Caller, request: RegistrationRequest) => Promise<Registered>;

type Options = { db: Database; now: () => Date; takeRoom: TakeRoom; keyDerivationSecret?: string | undefined };

/**
 * Registers once for all requests with the same Idempotency-Key within ten minutes: they get the same answer. A request without one always
 * registers a new agent.
 * @param keyDerivationSecret default: one that is kept in the database
 */
export function registration({ db, now, takeRoom, keyDerivationSecret }: Options): Register {
  let kept: string | undefined;
  const secret = async () => keyDerivationSecret ?? (kept ??= await readOrMakeSecret(db));

  return async ({ idempotency_key }, { name, fields, specialRequests }) => {
    if (idempotency_key === undefined) {
      await takeRoom(db);
      return register(db, now(), fields);
    }
    const parts = [name, fields.agent_id, fields.parameter_class, fields.duration, specialRequests];
    const once = idempotent(await secret(), idempotency_key, parts);
    return db.transaction((tx) => registerOnce(tx, now(), fields, once, takeRoom));
  };
}

/** Claim and agent are stored in one transaction: when the handle is taken or there is no room, the Idempotency-Key stays free. */
async function registerOnce(
  tx: Db,
  now: Date,
  fields: RegistrationFields,
  { keyHash, requestHash, keyOf }: Idempotent,
  takeRoom: TakeRoom,
): Promise<Registered> {
  const nonce = randomNonce();
  const earlier = await claim(tx, { keyHash, requestHash, nonce, now, expiresAt: new Date(now.getTime() + validityMs) });
  if (!earlier) {
    await takeRoom(tx);
    return register(tx, now, fields, keyOf(nonce));
  }
  if (earlier.request_hash !== requestHash) throw conflict('stands for another request already');
  const key = keyOf(earlier.nonce);
  const reservation = await agentAsRegistered(tx, key.hash);
  if (!reservation) throw conflict('stands for an agent that has been forgotten or given another key since');
  return { reservation: { ...reservation, departed_at: null }, api_key: key.plaintext };
}

function conflict(what: string): ApiError {
  return new ApiError('idempotency_conflict', `This Idempotency-Key ${what}. Nobody was registered: send a new random one.`);
}
