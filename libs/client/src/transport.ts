import { answerOf, eventStreamType } from './answer.ts';
import { RestStopError } from './error.ts';
import { operations, type WorkState } from './interface.ts';

export type Operation = keyof typeof operations;

/** What a caller may say about one call. */
export type CallOptions = {
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal;
  /** How long one attempt may take. By default 70 s where the AI model works, else 20 s. */
  timeoutMs?: number;
};

export type TransportOptions = {
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
  /** How often a call is repeated that failed in passing. Every repetition counts against the limit of the key. By default 2. */
  retries?: number;
  /** The longest wait before a repetition: an error that asks for more is thrown at once. By default 30. */
  maxWaitSeconds?: number;
};

export type Call = CallOptions & {
  key?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** Doing it twice is the same as doing it once: it may be repeated even if nobody knows whether it was done. */
  repeatable?: boolean;
  alsoFine?: readonly number[];
  /** Has the service tell how far the work is; one that does not stream answers as always. */
  onProgress?: ((state: WorkState) => void) | undefined;
};

/** Errors of the service after which nothing was done: anything may be repeated then. */
const nothingDone = new Set(['rate_limited', 'ai_error', 'unavailable']);

/** Sends requests to one service, and repeats those that may be repeated. */
export class Transport {
  readonly baseUrl: string;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#options = options;
  }

  /** @throws RestStopError, or the reason of the caller's signal */
  async send(operation: Operation, call: Call): Promise<unknown> {
    const { retries = 2, maxWaitSeconds = 30 } = this.#options;
    let before: RestStopError | undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(operation, call);
      } catch (error) {
        if (!(error instanceof RestStopError)) throw error;
        // A 401 after a forget that failed in passing means something else than a 401 alone.
        error.cause ??= before;
        before = error;
        const seconds = error.retryAfterSeconds ?? backoff(attempt);
        if (attempt >= retries || !mayRepeat(error, call) || seconds > maxWaitSeconds) throw error;
        await pause(seconds, call.signal);
      }
    }
  }

  /** A document of the service beside its versioned interface. */
  async read(path: string, options: CallOptions = {}): Promise<unknown> {
    return this.#exchange(this.baseUrl.replace(/\/v\d+$/, '') + path, {}, options, 20_000);
  }

  #attempt(operation: Operation, call: Call): Promise<unknown> {
    const { method, path, key: needsKey, slow } = operations[operation];
    if (needsKey && !call.key) {
      const nextCalls = { register: `POST ${this.baseUrl}/quickjoin` };
      throw new RestStopError('no_key', 'This needs a key: call quickjoin() first, or give the client the key that you have.', {
        nextCalls,
      });
    }
    const accept = call.onProgress ? `${eventStreamType}, application/json` : 'application/json';
    const headers: Record<string, string> = { accept, ...call.headers };
    if (needsKey) headers['authorization'] = `Bearer ${call.key}`;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const init = { method, headers, ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }) };
    return this.#exchange(this.baseUrl + filled(path, call), init, call, slow ? 70_000 : 20_000);
  }

  async #exchange(
    url: string,
    init: RequestInit,
    call: Pick<Call, 'signal' | 'timeoutMs' | 'alsoFine' | 'onProgress'>,
    usual: number,
  ): Promise<unknown> {
    const { fetch = globalThis.fetch, timeoutMs: ofClient } = this.#options;
    const late = AbortSignal.timeout(call.timeoutMs ?? ofClient ?? usual);
    const signal = call.signal ? AbortSignal.any([call.signal, late]) : late;
    try {
      // A redirect would carry the key or the content to a place that nobody chose.
      return await answerOf(await fetch(url, { ...init, signal, redirect: 'error' }), call);
    } catch (error) {
      if (error instanceof RestStopError) throw error;
      call.signal?.throwIfAborted();
      if (late.aborted) throw new RestStopError('timed_out', `${url} gave no answer in time.`, { retryable: true, cause: error });
      const why = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      throw new RestStopError('no_answer', `${url} gave no answer${why || '.'}`, { retryable: true, cause: error });
    }
  }
}

function mayRepeat({ code, retryable }: RestStopError, { repeatable }: Call): boolean {
  return retryable && (repeatable === true || nothingDone.has(code));
}

function filled(path: string, { params = {}, query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(given).toString();
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + (search && `?${search}`);
}

/** Half a second, then longer, and never the same for everybody who failed at the same moment. */
function backoff(attempt: number): number {
  return 2 ** attempt * (0.25 + Math.random() / 4);
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1_000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
