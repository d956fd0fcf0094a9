import { destination } from 'pino';

/** How long a line may wait for others: what a process that is killed can lose of its log. */
export const gatherMs = 100;
/** So much is written without waiting any longer. */
const fullBytes = 4_096;

type Output = { write(line: string): unknown; flush(): void };

/**
 * Writes lines to `output` together, because each write is a call of the system: the first after a pause at once, those that follow within
 * `gatherMs` at the end of that time, or when `output` has no more room for them.
 */
export function gatherLines(output: Output): Output & { flushSync(): void } {
  let pause: NodeJS.Timeout | undefined;
  let waiting = false;
  const flush = () => {
    if (waiting) output.flush();
    waiting = false;
  };
  const endPause = () => {
    pause = undefined;
    flush();
  };
  return {
    write(line) {
      output.write(line);
      waiting = true;
      if (pause) return;
      flush();
      pause = setTimeout(endPause, gatherMs).unref();
    },
    flush,
    flushSync: flush,
  };
}

let opened: ReturnType<typeof gatherLines> | undefined;

/** The standard output, one for all logs of a process. One that ends by itself or by SIGTERM has written every line; one that crashes, too. */
export function logOutput(): ReturnType<typeof gatherLines> {
  if (opened) return opened;
  const output = gatherLines(destination({ minLength: fullBytes, sync: true }));
  process.on('exit', output.flush);
  return (opened = output);
}
