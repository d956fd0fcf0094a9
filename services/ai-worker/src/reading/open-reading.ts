import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Compressed } from '@rest-stop/contracts/defrag.ts';
import { refusals } from './refusals.ts';
import type { Checked } from './thread.ts';

/** One context that was read once. The reading stays in the thread that made it until `close`: it is too large to be sent about. */
export class OpenReading {
  readonly #port: MessagePort;
  readonly #read: Promise<unknown>;
  readonly #closed: Promise<undefined>;

  /** @param read has a thread read the context, and then check whatever result comes over the port */
  constructor(read: (port: MessagePort) => Promise<unknown>) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#read = read(port2);
    this.#closed = new Promise((resolve) => port1.once('close', () => resolve(undefined)));
    this.#read.catch(() => {});
  }

  /** Masks and verifies a result; one at a time. */
  async check(result: Compressed, signal: AbortSignal): Promise<Checked> {
    const checked = await Promise.race([this.#answer(result), this.#closed, whenAborted(signal)]);
    if (!checked) throw refusals.lost();
    return checked;
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
