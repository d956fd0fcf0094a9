import { quickjoin, reservations } from '@rest-stop/contracts/identity.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { Register } from './register-once.ts';
import { keyWarning, nextActions, shortKeyWarning, welcome } from './welcome.ts';

export function handleQuickjoin(register: Register): Handler<typeof quickjoin> {
  return async ({ query, caller }) => {
    const { reservation, api_key } = await register(caller, { name: quickjoin.name, fields: { agent_id: query.agent_id } });
    const { agent_id, departed_at, api_key_prefix } = reservation;
    const isMin = caller.format === 'min';
    const joined = {
      ok: true,
      status: 'confirmed',
      store_this_now: true,
      warning: isMin ? shortKeyWarning : keyWarning,
      reservation,
      api_key,
      api_key_prefix,
      ...welcome(caller.base_url, caller.format),
    } as const;
    return isMin ? { ...joined, reservation: { agent_id, departed_at } } : { ...joined, next_actions: nextActions(caller.base_url) };
  };
}

export function handleReservation(register: Register): Handler<typeof reservations> {
  return async ({ body: { special_requests, ...fields }, caller }) => {
    const { reservation, api_key } = await register(caller, { name: reservations.name, fields, specialRequests: special_requests });
    return { status: 'confirmed', reservation, api_key, note: noteFor(special_requests) };
  };
}

function noteFor(specialRequests: string | undefined): string {
  if (specialRequests === undefined) return keyWarning;
  return `${keyWarning} Your special requests were read, and dropped: nothing of them is kept.`;
}
