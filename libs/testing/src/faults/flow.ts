import type { Socket } from 'node:net';

/** What may happen to the bytes of one direction. */
export type FlowFaults = {
  /** Each piece arrives so much later, in order. */
  latencyMs: number;
  /** Nothing passes, nothing is lost: what TCP makes of a network that is cut and mended. */
  held: boolean;
  /** Everything is swallowed. */
  dropped: boolean;
  /** After so many bytes more the connection ends. */
  limitBytes: number | undefined;
};

export type Flow = {
  /** Whether bytes or an ending were swallowed: such a connection can never be right again. */
  readonly lossy: boolean;
  /** To be called when the faults have changed. */
  wake(): void;
};

/** A piece, or how the sender ended: orderly or by a reset. */
type Item = { dueMs: number; what: Buffer | 'end' | 'reset' };

const maxWaitingBytes = 1_048_576;

/** Told how many bytes of a piece were delivered, or swallowed. */
type Count = (bytes: number, outcome: 'passed' | 'lost') => void;

/** Carries bytes and the ending from one socket to another as `faults()` says at the moment. */
export function startFlow(from: Socket, to: Socket, faults: () => FlowFaults, count: Count): Flow {
  const waiting: Item[] = [];
  let waitingBytes = 0;
  let lossy = false;
  let timer: NodeJS.Timeout | undefined;

  const take = (what: Item['what']) => {
    if (faults().dropped) {
      lossy = true;
      if (typeof what === 'object') count(what.length, 'lost');
      return;
    }
    waiting.push({ dueMs: performance.now() + faults().latencyMs, what });
    if (typeof what === 'object') waitingBytes += what.length;
    if (waitingBytes > maxWaitingBytes) from.pause();
    deliver();
  };

  const deliver = () => {
    clearTimeout(timer);
    for (let item = waiting[0]; item && !faults().held; item = waiting[0]) {
      const early = item.dueMs - performance.now();
      if (early > 0) return void (timer = setTimeout(deliver, Math.ceil(early)));
      waiting.shift();
      hand(item.what);
    }
    if (waitingBytes <= maxWaitingBytes && from.isPaused() && !to.writableNeedDrain) from.resume();
  };

  const hand = (what: Item['what']) => {
    if (what === 'reset') return void to.resetAndDestroy();
    if (what === 'end') return void to.end();
    waitingBytes -= what.length;
    if (to.destroyed) return;
    const { limitBytes } = faults();
    if (limitBytes !== undefined && what.length > limitBytes) {
      count(limitBytes, 'passed');
      to.end(what.subarray(0, limitBytes));
      return void from.destroy();
    }
    count(what.length, 'passed');
    if (!to.write(what)) from.pause();
  };

  from.on('data', take);
  from.on('end', () => take('end'));
  from.on('error', () => take('reset'));
  to.on('drain', deliver);
  from.on('close', () => {
    if (!from.readableEnded && !from.errored) take('reset');
  });
  return {
    get lossy() {
      return lossy;
    },
    wake: deliver,
  };
}
