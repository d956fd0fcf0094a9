import { createInbox, type Msg, type NatsConnection } from 'nats';
import { BusError, type CallOptions, type RemoteError } from './bus.ts';
import { deadline } from '../deadline.ts';
import { cancelSubject } from './nats-subjects.ts';
import { decode, encode, isNobody, requestHeaders, statusOf } from './nats-wire.ts';

/** Sends calls and passes each reply to the call that waits for it. All calls of a process share one subscription. */
export class NatsCalls {
  readonly #nc: NatsConnection;
  readonly #inbox: string;
  readonly #waiting = new Map<string, (message: Msg) => void>();
  #next = 0;

  /** @param inboxPrefix where the subjects begin on which this process may hear answers */
  constructor(nc: NatsConnection, inboxPrefix: string) {
    this.#nc = nc;
    this.#inbox = createInbox(inboxPrefix);
    nc.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#deliver(message);
      },
    });
  }

  #deliver(message: Msg): void {
    const waiting = this.#waiting.get(message.subject);
    if (waiting) waiting(message);
    // A heartbeat for a call that has ended here: the instance missed the cancellation, for example because it hung, so send it again.
    else if (statusOf(message) === 'working') this.#cancel(message.subject);
  }

  #cancel(reply: string): void {
    try {
      this.#nc.publish(cancelSubject(reply));
    } catch {
      // The connection is closing: the deadline will end the work on the other side.
    }
  }

  send(subject: string, request: unknown, { timeoutMs, silenceMs, signal, holder, onTaken }: CallOptions): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(new BusError('aborted'));
    if (this.#nc.isClosed()) return Promise.reject(new BusError('disconnected'));
    const reply = `${this.#inbox}.${this.#next++}`;
    return new Promise((resolve, reject) => {
      let taken = false;
      const end = (finish: () => void) => {
        cancelTotal();
        cancelSilence();
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(reply);
        finish();
      };
      const giveUp = (failure: 'timeout' | 'silent' | 'aborted') => {
        end(() => reject(new BusError(failure)));
        this.#cancel(reply);
      };
      const onAbort = () => giveUp('aborted');
      const startSilenceTimer = () => (silenceMs ? deadline(silenceMs, () => giveUp('silent')) : () => {});
      const cancelTotal = deadline(timeoutMs, () => giveUp('timeout'));
      let cancelSilence = startSilenceTimer();
      signal?.addEventListener('abort', onAbort, { once: true });

      this.#waiting.set(reply, (message) => {
        if (statusOf(message) === 'working') {
          if (!taken) onTaken?.();
          taken = true;
          cancelSilence();
          cancelSilence = startSilenceTimer();
          return;
        }
        end(() => settleCall(message, resolve, reject));
      });
      try {
        this.#nc.publish(subject, encode(request), { reply, headers: requestHeaders(timeoutMs, holder) });
      } catch {
        end(() => reject(new BusError('disconnected')));
      }
    });
  }
}

function settleCall(message: Msg, resolve: (value: unknown) => void, reject: (error: BusError) => void): void {
  if (isNobody(message)) return reject(new BusError('nobody'));
  switch (statusOf(message)) {
    case 'ok':
      return resolve(decode(message.data));
    case 'busy':
      return reject(new BusError('busy'));
    case 'over_share':
      return reject(new BusError('over_share'));
    default: {
      const { code, message: sentence, retryAfterSeconds } = decode(message.data) as RemoteError;
      return reject(new BusError('remote', code, sentence, retryAfterSeconds));
    }
  }
}
