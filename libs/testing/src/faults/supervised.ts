import { setTimeout as sleep } from 'node:timers/promises';

/** A running process, be it a service or a server. */
export type Instance = { pid: number; kill(signal: NodeJS.Signals): unknown; stop(): Promise<void>; output?(): string };

/** A program that is started again after it was killed, with the same settings, port and data, as a supervisor does. */
export type Supervised = {
  readonly name: string;
  readonly instance: Instance;
  /** Kills it at once and starts it again after `downMs`. Resolves when it is ready. */
  crash(downMs: number): Promise<void>;
  /** Stops all its execution until `resume`. */
  freeze(): Promise<void>;
  resume(): Promise<void>;
  /** Whether it ended by itself: nobody killed it, and yet it is gone. */
  died(): boolean;
  stop(): Promise<void>;
};

/** Starts `start` and keeps watch over what it started. */
export async function supervise(name: string, start: () => Promise<Instance>): Promise<Supervised> {
  let instance = await start();
  let down = false;
  return {
    name,
    get instance() {
      return instance;
    },
    async crash(downMs) {
      down = true;
      await instance.kill('SIGKILL');
      await sleep(downMs);
      instance = await start();
      down = false;
    },
    async freeze() {
      await instance.kill('SIGSTOP');
    },
    async resume() {
      await instance.kill('SIGCONT');
    },
    died: () => !down && !isAlive(instance.pid),
    async stop() {
      down = true;
      await instance.stop();
    },
  };
}

/** Whether a process of this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
