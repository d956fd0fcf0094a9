import { receiptStateDays } from '@rest-stop/contracts/identity.ts';
import type { getPrivacy } from '@rest-stop/contracts/public.ts';
import type { z } from 'zod';
import { type RateLimit, timeSpan } from '../interface/rate-limit.ts';
import { ephemeral, neverRetained, type Sentence, sentToAi, shownToAll, stored } from './buckets.ts';

type Policy = z.input<typeof getPrivacy.response>;
type ShortPolicy = z.input<typeof getPrivacy.min>;

/** To be changed whenever the meaning of a sentence changes. */
const version = '2026-11-24';

/** What this deployment does with an agent's data, in the five buckets of the interface, and how to have it deleted. */
export function policy(baseUrl: string, operatorEmail: string, limits: RateLimit): Policy {
  return {
    version,
    stored: inFull(storedHere(limits)),
    ephemeral: inFull(ephemeral),
    sent_to_ai_providers: inFull(sentToAi),
    public: inFull(shownToAll),
    never_retained: inFull(neverRetained),
    deletion: {
      with_key:
        `POST ${baseUrl}/forget with your key${forgetAtLimit(limits)}. ` +
        'It deletes everything listed under "stored", and the key stops working.',
      without_key: 'Write to the operator and give your agent_id and api_key_prefix; never send a key by mail.',
      operator_contact: operatorEmail,
    },
  };
}

/** The same buckets, item by item, in as few words as will do. */
export function shortPolicy(baseUrl: string, limits: RateLimit): ShortPolicy {
  return {
    stored: inShort(storedHere(limits)),
    ephemeral: inShort(ephemeral),
    sent_to_ai: inShort(sentToAi),
    public: inShort(shownToAll),
    never_retained: inShort(neverRetained),
    full: `${baseUrl}/privacy?format=verbose`,
  };
}

const inFull = (bucket: readonly Sentence[]) => bucket.map(({ full }) => full);
const inShort = (bucket: readonly Sentence[]) => bucket.map(({ short }) => short);

function storedHere({ windowSeconds, unusedAgentDays }: RateLimit): Sentence[] {
  return stored({
    window: timeSpan(windowSeconds),
    unused: unusedAgentDays > 0 ? timeSpan(unusedAgentDays * 86_400) : undefined,
    receiptState: `${receiptStateDays} days`,
  });
}

function forgetAtLimit({ exemptForget }: RateLimit): string {
  if (exemptForget) return ', also when your limit is used up';
  return '; at your limit it is refused with 429 like any other request, until the time in retry_at, and the operator deletes as without a key';
}
