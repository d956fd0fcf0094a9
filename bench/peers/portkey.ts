import { join } from 'node:path';
import { startProcess } from '@rest-stop/testing/process/process.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { onFreePort } from '@rest-stop/testing/servers/network.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { installed } from './on-demand.ts';

const version = '1.15.2';
export const portkeyName = `@portkey-ai/gateway ${version}`;

/** A gateway for AI providers from npm, as it starts without settings. `missing`: why it is not to be had. */
export async function startPortkey(): Promise<(Closable & { url: string }) | { missing: string }> {
  const found = await installed(`@portkey-ai/gateway@${version}`);
  if ('missing' in found) return found;
  const { path, remove } = temporaryDirectory();
  const program = join(found.folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  return onFreePort(async (port) => {
    const url = `http://127.0.0.1:${port}`;
    const problem = () =>
      fetch(url).then(
        () => undefined,
        (error: Error) => error.message,
      );
    const args = [program, `--port=${port}`, '--headless'];
    const running = await startProcess({ file: process.execPath, args, cwd: path, log: join(path, 'log'), stopSignal: 'SIGTERM', problem });
    return { url: `${url}/v1/chat/completions`, close: () => running.close().then(remove) };
  });
}

/** What a request to it says about where to pass it on. */
export const portkeyHeaders = (providerUrl: string) => ({ 'x-portkey-provider': 'openai', 'x-portkey-custom-host': providerUrl });
