import { type BusEvent, ownerOf } from '@rest-stop/contracts/rpc.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';
import { createInbox, type Msg, type NatsConnection } from 'nats';
import type { Closable } from '../lifecycle.ts';
import type { Log } from '../log.ts';
import { continued } from '../tracing/tracing.ts';
import { decode, encode, signatureHeaders, signatureOf, traceOf } from './nats-wire.ts';
import type { Signatures } from './signatures.ts';

/** `refused` is told the subject of what somebody else has signed, or nobody. */
type Trust = { nc: NatsConnection; signed: Signatures; refused(subject: string): void };

/** Sends the event and yields what the services confirm that have signed it. `prefix`: where this process hears answers. */
export async function* publishAndCollect(
  { nc, prefix, signed, refused }: Trust & { prefix: string },
  event: BusEvent,
  payload: unknown,
  timeoutMs: number,
): AsyncGenerator {
  const inbox = createInbox(prefix);
  const subscription = nc.subscribe(inbox);
  const timer = setTimeout(() => subscription.unsubscribe(), timeoutMs);
  try {
    const { subject } = event;
    const data = encode(event.payload.parse(payload));
    const headers = signatureHeaders(signed.sign({ kind: 'event', subject, reply: inbox, data }));
    nc.publish(subject, data, { reply: inbox, ...(headers && { headers }) });
    for await (const message of subscription) {
      if (message.headers?.code === 503) return;
      const confirmation = tolerant(event.confirmation).safeParse(decodeOrUndefined(message));
      if (!confirmation.success) continue;
      const statement = { kind: 'confirmation', subject, reply: inbox, data: message.data } as const;
      if (signed.isBy(confirmation.data.service, statement, signatureOf(message))) yield confirmation.data;
      else refused(event.subject);
    }
  } finally {
    clearTimeout(timer);
    subscription.unsubscribe();
  }
}

/** Hands every event that the owner of its subject has signed to `handler`, and answers with the signed confirmation. */
export function hearEvents(
  { nc, signed, refused, log }: Trust & { log: Log },
  name: string,
  { subject, payload, confirmation }: BusEvent,
  handler: (payload: unknown) => Promise<unknown>,
): Closable {
  const answer = async (message: Msg) => {
    const { data, reply = '' } = message;
    if (!signed.isBy(ownerOf(name), { kind: 'event', subject, reply, data }, signatureOf(message))) return refused(name);
    const heard = tolerant(payload).parse(decode(data));
    const confirmed = encode(confirmation.parse(await continued(traceOf(message), () => handler(heard))));
    const headers = signatureHeaders(signed.sign({ kind: 'confirmation', subject, reply, data: confirmed }));
    if (reply) message.respond(confirmed, headers && { headers });
  };
  const hear = async (message: Msg) => {
    try {
      await answer(message);
    } catch (error) {
      log.error({ err: error, subject: name }, 'event handler failed');
    }
  };
  const subscription = nc.subscribe(subject, { callback: (error, message) => error ?? void hear(message) });
  return { close: async () => subscription.unsubscribe() };
}

/** The JSON of a message; undefined where it is none, which no contract accepts. */
function decodeOrUndefined(message: Msg): unknown {
  try {
    return decode(message.data);
  } catch {
    return undefined;
  }
}
