import type { IncomingMessage } from 'node:http';

const maxMs = 5_000;
const maxBytes = 16 * 1_024 * 1_024;
const checkEveryMs = 20;

/**
 * Bounds how long and how much a client may go on sending after it has been answered. It is not cut off at once, because a client that
 * reads only after it has sent everything would then never see the answer. One that sends too much is not read any more, for the same reason.
 */
export function linger(request: IncomingMessage): void {
  const { socket } = request;
  const [since, bytes] = [performance.now(), socket.bytesRead];
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    if (performance.now() - since > maxMs) socket.destroy();
    else if (socket.bytesRead - bytes > maxBytes) socket.pause();
  }, checkEveryMs);
  timer.unref();
}
