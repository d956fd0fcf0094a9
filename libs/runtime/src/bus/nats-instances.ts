import { createInbox, ErrorCode, type Msg, type NatsConnection, type NatsError } from 'nats';
import type { Closable } from '../lifecycle.ts';
import { BusError } from './bus.ts';
import { freeSubject } from './nats-subjects.ts';

/** How long to wait for an instance that reports a free slot. */
const answerWithinMs = 500;

/**
 * All instances are asked: the queue group would ask only one, which might be the one that hangs.
 * Answers the own subject of the first instance that reports a free slot.
 * @throws BusError `nobody` when no instance serves `subject`, `busy` when none reports a free slot in time
 */
export async function findFreeInstance(nc: NatsConnection, subject: string): Promise<string> {
  try {
    return (await nc.request(freeSubject(subject), undefined, { timeout: answerWithinMs })).string();
  } catch (error) {
    throw new BusError((error as NatsError).code === ErrorCode.NoResponders ? 'nobody' : 'busy');
  }
}

/** Serves calls to this one instance under a subject of its own, which it reports while it has a free slot. Closing still accepts what is on its way. */
export function serveInstance(nc: NatsConnection, subject: string, isFree: () => boolean, accept: (message: Msg) => void): Closable {
  const ownSubject = createInbox(subject);
  const freeQueries = nc.subscribe(freeSubject(subject), {
    callback: (error, message) => {
      if (!error && isFree()) message.respond(ownSubject);
    },
  });
  const calls = nc.subscribe(ownSubject, { callback: (error, message) => error ?? accept(message) });
  return {
    async close() {
      freeQueries.unsubscribe();
      await calls.drain();
    },
  };
}
