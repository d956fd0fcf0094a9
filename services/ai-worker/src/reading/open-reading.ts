import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Compressed } from '@rest-stop/contracts/defrag.ts';
import { refusals } from './refusals.ts';
import type { Checked } from './thread.ts';

/** One context, read once, and kept in the thread that read it until `close`. */
export class OpenReading {
  readonly #port: MessagePort;
  readonly #read: Promise<unknown>;
  readonly #closed: Promise<never>;

  /** `read` has a thread read the context and answer on the port that it is given. */
  constructor(read: (port: MessagePort) => Promise<unknown>) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#read = read(port2);
    this.#closed = new Promise((_, reject) => port1.once('close', () => reject(refusals.lost())));
    for (const awaitedLater of [this.#read, this.#closed]) awaitedLater.catch(() => {});
  }

  /** Masks and verifies a result; one at a time. */
  check(result: Compressed, signal: AbortSignal): Promise<Checked> {
    return Promise.race([this.#answer(result), this.#closed, whenAborted(signal)]);
  }

  /** Frees the reading; resolves when no thread works on it any more. */
  async close(): Promise<void> {
    this.#port.close();
    await this.#read.catch(() => {});
  }

  async #answer(result: Compressed): Promise<Checked> {
    await this.#read;
    return new Promise((resolve) => {
      this.#port.once('message', resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, no window
      this.#port.postMessage(result);
    });
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(refusals.gaveUp());
    signal.addEventListener('abort', () => reject(refusals.gaveUp()), { once: true });
  });
}
