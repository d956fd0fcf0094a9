import type { Caller } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { drawNonce, type Idempotent, idempotent, validityMs } from './idempotency.ts';
import { claim, readOrMakeSecret } from './idempotency-store.ts';
import { type Registered, register, type Wish } from './register.ts';
import { agentAsRegistered } from './store.ts';

/** A request to register; `name` and `specialRequests` matter for telling a retry from another request, and for nothing else. */
export type Application = { name: string; wish: Wish; specialRequests?: string | undefined };

export type Register = (caller: Caller, application: Application) => Promise<Registered>;

type Options = { db: Database; now: () => Date; keyDerivationSecret?: string | undefined };

/**
 * Registration, once for all requests that carry the same Idempotency-Key within ten minutes: they get the same answer. Requests
 * without one register anew each time.
 * @param keyDerivationSecret by default one that is kept in the database
 */
export function registration({ db, now, keyDerivationSecret }: Options): Register {
  let kept: string | undefined;
  const secret = async () => keyDerivationSecret ?? (kept ??= await readOrMakeSecret(db));

  return async ({ idempotency_key }, { name, wish, specialRequests }) => {
    if (idempotency_key === undefined) return register(db, now(), wish);
    const request = [name, wish.agent_id, wish.parameter_class, wish.duration, specialRequests];
    const once = idempotent(await secret(), idempotency_key, request);
    return db.transaction((tx) => registerOnce(tx, now(), wish, once));
  };
}

/** The claim and the agent come to be together or not at all: a handle that is taken leaves the Idempotency-Key free. */
async function registerOnce(tx: Db, now: Date, wish: Wish, { keyHash, requestHash, keyOf }: Idempotent): Promise<Registered> {
  const nonce = drawNonce();
  const earlier = await claim(tx, { keyHash, requestHash, nonce, now, expiresAt: new Date(now.getTime() + validityMs) });
  if (!earlier) return register(tx, now, wish, keyOf(nonce));
  if (earlier.request_hash !== requestHash) throw conflict('stands for another request already');
  const key = keyOf(earlier.nonce);
  const reservation = await agentAsRegistered(tx, key.hash);
  if (!reservation) throw conflict('stands for an agent that has been forgotten since');
  return { reservation: { ...reservation, departed_at: null }, api_key: key.plaintext };
}

function conflict(what: string): ApiError {
  return new ApiError('idempotency_conflict', `This Idempotency-Key ${what}. Nobody was registered: send a new random one.`);
}
