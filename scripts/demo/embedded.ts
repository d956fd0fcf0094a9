import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { curl, NoCurl } from './curl.ts';

const startWithinMs = 60_000;
const main = resolve(import.meta.dirname, '../../embedded/src/main.ts');

/** Whether any HTTP service answers at `baseUrl`. @throws NoCurl */
export async function answersAt(baseUrl: string): Promise<boolean> {
  try {
    await curl({ method: 'GET', url: `${baseUrl}/health` });
    return true;
  } catch (error) {
    if (error instanceof NoCurl) throw error;
    return false;
  }
}

/** The whole service in one process of its own, on a free port and an empty data folder. @throws Error with what it said when it does not start. */
export async function startEmbedded(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rest-stop-demo-'));
  const port = await freePort();
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  const env = { PATH, HOME, TMPDIR, SystemRoot, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, AI_PROVIDER: 'offline' };
  // With the IPC channel it ends when this process is gone, however that happened.
  const child = spawn(process.execPath, [main], { env: { ...env, REST_STOP_PARENT_IPC: '1' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const exited = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-2_000)));

  const service = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
  const giveUpAt = Date.now() + startWithinMs;
  while (!(await answersAt(service.baseUrl))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > giveUpAt) {
      await service.stop();
      throw new Error(`the embedded service did not start: ${said}`);
    }
    await sleep(100);
  }
  return service;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
