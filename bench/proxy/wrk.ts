import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import type { Load, Measured } from './load.ts';

const run = promisify(execFile);

/** Whether wrk is installed: it sends more from a fifth of a core than any of the servers here answers. */
export const hasWrk = (): boolean => findProgram('wrk') !== undefined;

/** As `load`, by wrk. */
export async function loadByWrk({ port, connections, seconds, keys }: Load): Promise<Measured> {
  const script = join(mkdtempSync(join(tmpdir(), 'bench-wrk-')), 'keys.lua');
  writeFileSync(script, scriptFor(keys));
  const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '-s', script, `http://127.0.0.1:${port}/v1/memories`];
  const { stdout } = await run('wrk', args);
  const [requests, perSecond, bad] = [/(\d+) requests in/, /Requests\/sec:\s+([\d.]+)/, /Non-2xx or 3xx responses: (\d+)/].map((figure) =>
    Number(figure.exec(stdout)?.[1] ?? 0),
  ) as [number, number, number];
  const lost = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  return { requests, perSecond, failures: bad + lost.reduce((sum, one) => sum + one, 0) };
}

/** Made once: to put a request together for each would cost the generator more than to send it. */
function scriptFor(keys: readonly string[]): string {
  return `local keys, requests, turn = {${keys.map((key) => `"${key}"`).join(',')}}, {}, 0
function init()
  for i, key in ipairs(keys) do requests[i] = wrk.format("GET", nil, { ["Authorization"] = "Bearer " .. key }) end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end`;
}
