import { ApiError } from '@rest-stop/contracts/errors.ts';
import { erasureConfirmers, type getReceipt, Receipt, receiptStateDays } from '@rest-stop/contracts/identity.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { Db } from '@rest-stop/runtime/postgres/sql.ts';
import { readState } from './store.ts';

const hourMs = 3_600_000;

/** When the state of a receipt that is given now expires: at a full hour, so that it does not tell the moment of the forget. */
export function stateExpiry(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + receiptStateDays * 24 * hourMs) / hourMs) * hourMs);
}

/** Tells which services have confirmed. The answer is the same 404 for an id that never was, one that expired, and one that is no UUID. */
export function handleReceipt(db: Db, now: () => Date): Handler<typeof getReceipt> {
  return async ({ params: { id } }) => {
    const state = Receipt.shape.id.safeParse(id).success ? await readState(db, id, now()) : undefined;
    if (!state)
      throw new ApiError('not_found', `There is no receipt with this id, or it was given more than ${receiptStateDays} days ago.`);
    const { pending, expires_at } = state;
    const confirmed = erasureConfirmers.filter((service) => !pending.includes(service)).toSorted();
    return { id: id.toLowerCase(), complete: pending.length === 0, confirmed, pending: pending.toSorted(), kept_until: expires_at };
  };
}
