import { type Closable, closeAll } from './closable.ts';
import { StartupError } from './env.ts';
import { createLog } from './log.ts';
import { startTracing } from './tracing/start.ts';

export { type Closable, closeAll };

const closeDeadlineMs = 65_000;

/**
 * Runs one process to its end: starts it, stops it on SIGTERM or SIGINT, exits 0. A StartupError is printed as one message and ends in
 * exit 1; anything unexpected is logged without its message and ends in exit 1.
 *
 * With REST_STOP_PARENT_IPC=1 the process also stops when the IPC channel to its parent closes, so that it never outlives an `npm` that was
 * killed. Our own launcher sets this, not an operator, so it is read here, and so are the settings of OpenTelemetry, which are the same for
 * every program: the only variables that are not read through a `config.ts`.
 */
export async function runProcess(name: string, start: () => Promise<Closable>): Promise<void> {
  const log = createLog(name, 'info');
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  let stopping: string | undefined;
  let running: Closable | undefined;
  let tracing: Closable | undefined;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = reason;
    if (!running) return;
    setTimeout(() => process.exit(1), closeDeadlineMs).unref();
    await closeAll(running, tracing);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM').catch(crash));
  process.on('SIGINT', () => void stop('SIGINT').catch(crash));
  if (process.env['REST_STOP_PARENT_IPC'] === '1') {
    process.on('disconnect', () => void stop('parent gone').catch(crash));
    if (!process.connected) void stop('parent gone').catch(crash);
  }

  try {
    tracing = await startTracing(name, process.env, log);
    running = await start();
  } catch (error) {
    if (!(error instanceof StartupError)) return crash(error);
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(1);
  }
  if (stopping) {
    await closeAll(running, tracing);
    process.exit(0);
  }
}

/** Calls `work` every `everyMs`, never twice at once. A failure is logged, and the next call is made all the same. */
export function interval(everyMs: number, log: { warn(o: object, m: string): void }, name: string, work: () => Promise<unknown>): Closable {
  let current: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    current = work()
      .catch((error: unknown) => log.warn({ err: error, task: name }, 'background task failed'))
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await current;
    },
  };
}
