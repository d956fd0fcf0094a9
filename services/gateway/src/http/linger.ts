import type { IncomingMessage } from 'node:http';

const maxMs = 5_000;
const manyBytes = 16 * 1_024 * 1_024;
/** More than a small body. */
const fewBytes = 131_072;
const checkEveryMs = 20;

/**
 * Bounds how long and how much a client may go on sending after it has been answered. It is not cut off at once, because a client that
 * reads only after it has sent everything would then never see the answer. One that sends too much is not read any more, for the same reason.
 * @param crowded whether too many others send as well: even reading to throw away takes memory
 */
export function linger(request: IncomingMessage, crowded: boolean): void {
  const { socket } = request;
  const [since, bytes] = [performance.now(), socket.bytesRead];
  const maxBytes = crowded ? fewBytes : manyBytes;
  const check = () => {
    if (request.complete || socket.destroyed) {
      clearInterval(timer);
      socket.off('resume', check);
    } else if (performance.now() - since > maxMs) socket.destroy();
    else if (socket.bytesRead - bytes > maxBytes) socket.pause();
  };
  const timer = setInterval(check, checkEveryMs);
  timer.unref();
  // Node reads on by itself.
  socket.on('resume', check);
}
