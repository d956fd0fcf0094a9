import { createInbox, ErrorCode, type Msg, type NatsConnection, type NatsError } from 'nats';
import type { Closable } from '../lifecycle.ts';
import { BusError } from './bus.ts';

/** How long instances have to say that they are free. */
const answerWithinMs = 500;

/** Where every instance of a service is asked whether it is free, at once; the queue group would ask only one, perhaps one that hangs. */
const freeSubject = (subject: string): string => `${subject}.free`;

/**
 * The own subject of the instance that was the first to say that it is free.
 * @throws BusError `nobody` when none serves `subject`, `busy` when none says that it is free
 */
export async function findFreeInstance(nc: NatsConnection, subject: string): Promise<string> {
  try {
    return (await nc.request(freeSubject(subject), undefined, { timeout: answerWithinMs })).string();
  } catch (error) {
    throw new BusError((error as NatsError).code === ErrorCode.NoResponders ? 'nobody' : 'busy');
  }
}

/** Makes one instance answer to its own subject, and say so whenever it is free. Stopping takes in what is still on its way. */
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
