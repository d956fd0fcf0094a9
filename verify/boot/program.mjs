// One program under plain Node, as an operator would run it.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellReaper } from '@rest-stop/testing/process/reaping.ts';

const LISTENS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 10_000;
const OUTPUT_SHOWN = 3_000;

/**
 * Starts a program in a process group of its own.
 * @param {string} file
 * @param {Record<string, string | undefined>} env its whole environment
 */
export function startProgram(file, env) {
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const pid = child.pid ?? 0;
  tellReaper({ pid });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const exited = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  void exited.then(() => tellReaper({ pid, forget: true }));

  return {
    /** The end of what it printed. */
    output: () => output.slice(-OUTPUT_SHOWN),

    /** The port from its log line `{"msg":"listening","port":…}`. */
    async listening() {
      const deadline = Date.now() + LISTENS_WITHIN_MS;
      for (;;) {
        const port = portIn(output);
        if (port) return port;
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended with ${await exited} before it listened`);
        if (Date.now() > deadline) throw new Error(`did not listen within ${LISTENS_WITHIN_MS / 1_000} s`);
        await sleep(50);
      }
    },

    /** Sends SIGTERM; rejects unless it ends in time with code 0, without a process of its own or an open port left behind. */
    async stop(port) {
      child.kill('SIGTERM');
      const code = await Promise.race([exited, sleep(ENDS_WITHIN_MS, 'late', { ref: false })]);
      if (code === 'late') throw new Error(`did not end within ${ENDS_WITHIN_MS / 1_000} s of SIGTERM`);
      if (code !== 0) throw new Error(`ended with ${code} after SIGTERM`);
      if (groupLives(pid)) throw new Error('left a process behind');
      if (await accepts(port)) throw new Error(`left port ${port} open`);
    },

    /** Ends it and everything in its group by force. */
    async kill() {
      if (groupLives(pid)) process.kill(-pid, 'SIGKILL');
      await exited;
    },
  };
}

function portIn(output) {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    try {
      const { msg, port } = JSON.parse(line);
      if (msg === 'listening' && port > 0) return port;
    } catch {
      // A line that is not complete yet.
    }
  }
  return undefined;
}

function groupLives(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (open) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
