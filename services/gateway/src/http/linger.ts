import type { IncomingMessage } from 'node:http';

const maxMs = 5_000;
const maxBytes = 16 * 1_024 * 1_024;
const lookEveryMs = 20;

/**
 * Bounds how long and how much a client may go on sending when it has its answer. It is read on at first, for one that sends all before it
 * reads would never see the answer otherwise; then it is cut off.
 */
export function linger(request: IncomingMessage): void {
  const { socket } = request;
  const [since, bytes] = [performance.now(), socket.bytesRead];
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    if (performance.now() - since > maxMs || socket.bytesRead - bytes > maxBytes) socket.destroy();
  }, lookEveryMs);
  timer.unref();
}
