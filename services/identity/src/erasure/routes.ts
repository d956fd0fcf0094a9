import { randomUUID } from 'node:crypto';
import type { forget } from '@rest-stop/contracts/identity.ts';
import type { Handler } from '@rest-stop/runtime/http/mount.ts';
import type { ReceiptKeyring } from '../receipts/keys.ts';
import { signReceipt } from '../receipts/receipt.ts';
import { stateExpiry } from '../receipts/state.ts';
import type { ErasureContext } from './context.ts';
import { forgetAgent } from './forget.ts';
import { cascadeOf, confirmedBy, countsOf, noteFor, servicesOf, unconfirmed } from './rules.ts';

export function handleForget(context: ErasureContext, keyring: ReceiptKeyring, now: () => Date): Handler<typeof forget> {
  return async ({ agent, caller }) => {
    // Fetched first: once the agent is deleted, signing its receipt must not depend on the database.
    const key = await keyring.currentKey();
    const receipt = caller.format === 'min' ? undefined : { id: randomUUID(), expiresAt: stateExpiry(now()) };
    const { at, confirmations, pending } = await forgetAgent(context, agent.uuid, receipt);
    const forgotten = { ok: true, forgotten: true, agent_id: agent.agent_id } as const;
    if (!receipt) return forgotten;

    const services = servicesOf(confirmations, pending);
    const confirmed = [...confirmedBy(confirmations)].sort();
    const statement = { id: receipt.id, forgotten_at: at, counts: countsOf(services, confirmed), confirmed };
    return {
      ...forgotten,
      cascaded: cascadeOf(confirmations),
      api_key_status: 'destroyed',
      services,
      receipt: signReceipt(statement, key),
      note: noteFor(unconfirmed(confirmations), `GET ${caller.base_url}/receipts/${receipt.id}`),
    };
  };
}
