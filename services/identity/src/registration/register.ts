import { randomUUID } from 'node:crypto';
import { defaultDuration, defaultParameterClass, type Reservation } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { type IssuedKey, issueKey } from './api-key.ts';
import { randomHandle, randomVariant } from './handle.ts';
import { insertAgent, isFree } from './store.ts';

/** What an agent may ask for; the handle is in lower case already. */
export type RegistrationFields = { agent_id?: string | undefined; parameter_class?: string | undefined; duration?: string | undefined };

export type Registered = { reservation: Reservation; api_key: string };

/** Far more than needed: even with a million agents a random handle is taken only once in about 7,000 attempts. */
const maxAttempts = 10;

/**
 * Registers an agent with `key`, whose plaintext is returned and stored nowhere.
 * @throws ApiError `agent_id_taken`, with a suggestion that is free
 */
export async function register(db: Db, now: Date, fields: RegistrationFields, key: IssuedKey = issueKey()): Promise<Registered> {
  const insert = (agent_id: string) =>
    insertAgent(db, {
      uuid: randomUUID(),
      agent_id,
      api_key_hash: key.hash,
      api_key_prefix: key.prefix,
      parameter_class: fields.parameter_class ?? defaultParameterClass,
      duration: fields.duration ?? defaultDuration,
      created_at: now.toISOString(),
    });
  const { agent_id } = fields;
  const row = agent_id === undefined ? await firstAccepted(randomHandle, insert) : await insert(agent_id);
  if (!row) throw await handleTaken(db, agent_id ?? '');
  return { reservation: { ...row, departed_at: null }, api_key: key.plaintext };
}

async function firstAccepted<T>(draw: () => string, attempt: (handle: string) => Promise<T | undefined>): Promise<T> {
  for (let i = 1; i <= maxAttempts; i++) {
    const result = await attempt(draw());
    if (result !== undefined) return result;
  }
  throw new Error('every drawn handle was taken');
}

async function handleTaken(db: Db, handle: string): Promise<ApiError> {
  const variant = () => randomVariant(handle);
  const free = await firstAccepted(variant, async (drawn) => ((await isFree(db, drawn)) ? drawn : undefined));
  return new ApiError('agent_id_taken', `This agent_id is taken. ${free} is free: register it, or leave agent_id out to be given one.`, {
    short: `This agent_id is taken, ${free} is free.`,
    nextCalls: { register_suggestion: `POST /quickjoin?agent_id=${free}` },
  });
}
