// How long a start takes, from the new process to its first answer, and how much memory it has then: the one-process mode as `npm start` runs it,
// the embedded database alone, and each service where the servers are up. `npm run bench:start -- --rounds 5`
import { join } from 'node:path';
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { type Child, runProgram, startChild } from '@rest-stop/testing/deployment/child.ts';
import { type ServiceName, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { residentMiB } from '@rest-stop/testing/process/resident.ts';
import { childrenOf } from '@rest-stop/testing/process/signals.ts';
import { freePort } from '@rest-stop/testing/servers/network.ts';
import { withServers } from '@rest-stop/testing/servers/servers.ts';
import { save } from '../results.ts';
import { type Spread, spread } from '../statistics.ts';

const { rounds } = readOptions({ rounds: 5 });

export type StartRow = { name: string; ms: Spread; residentMb: Spread };
export type StartResult = { rounds: number; rows: StartRow[] };

type Started = { ms: number; residentMb: number };
const services: readonly ServiceName[] = ['gateway', 'identity', 'stay', 'public', 'ai-worker'];

await withServers(async (servers) => {
  const deployment = await startServices(servers);
  const [folder, engineFolder] = [temporaryDirectory(), temporaryDirectory()];
  const starts: Record<string, () => Promise<Started>> = {
    'one process, new folder': () => inNewFolder(embedded),
    'one process, folder of before': () => embedded(folder.path),
    'PGlite alone, new folder': () => inNewFolder(pglite),
    'PGlite alone, folder of before': () => pglite(engineFolder.path),
    ...Object.fromEntries(services.map((name) => [name, () => answered(() => deployment.start(name), '/readyz')])),
  };
  try {
    // The first makes the folders, and what is compiled is kept from then on.
    for (const start of Object.values(starts)) await start();
    const found = new Map<string, Started[]>(Object.keys(starts).map((name) => [name, []]));
    for (let i = 0; i < rounds; i++) for (const [name, start] of Object.entries(starts)) found.get(name)?.push(await start());
    const rows = [...found].map(([name, all]) => ({
      name,
      ms: spread(all.map(({ ms }) => ms)),
      residentMb: spread(all.map(({ residentMb }) => residentMb)),
    }));
    for (const { name, ms, residentMb } of rows) console.log(`${name}: ${ms.median.toFixed(0)} ms, ${residentMb.median.toFixed(0)} MiB`);
    save('start', { rounds, rows } satisfies StartResult);
  } finally {
    await deployment.close();
    folder.remove();
    engineFolder.remove();
  }
});

/** The launcher's memory counts, too. Its port is asked for every 30 ms. */
async function embedded(folder: string): Promise<Started> {
  const port = String(await freePort());
  return answered(
    () => startChild('scripts/start.mjs', { PORT: port, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'info' }),
    '/v1/stats',
  );
}

async function answered(start: () => Promise<Child>, path: string): Promise<Started> {
  const began = performance.now();
  const child = await start();
  try {
    const { status } = await fetch(`http://127.0.0.1:${child.port}${path}`);
    const ms = performance.now() - began;
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    return { ms, residentMb: [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + residentMiB(pid), 0) };
  } finally {
    await child.close();
  }
}

async function pglite(folder: string): Promise<Started> {
  const { code, stdout, stderr } = await runProgram('bench/start/pglite.ts', [join(folder, 'postgres')]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Started;
}

async function inNewFolder(start: (folder: string) => Promise<Started>): Promise<Started> {
  const { path, remove } = temporaryDirectory();
  return start(path).finally(remove);
}
