// `npm run drill:sweep -- --agents 20000`: how long a forgotten agent stays in the files of the one-process mode while
// clients keep it busy, and for how long requests wait meanwhile. Exit 1: the agent was still there after `--seconds`.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { Api } from '@rest-stop/testing/client.ts';
import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { seededKey, seedStatements } from '@rest-stop/testing/seeded-agents.ts';
import { Canaries } from './canaries/canaries.ts';
import { fileChunks } from './places/files.ts';
import { scan } from './scan/scan.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({ options: { agents: text('1000'), visits: text('20'), clients: text('8'), seconds: text('300') } });
const [agents, visits, clients, seconds] = [values.agents, values.visits, values.clients, values.seconds].map(Number) as [
  number,
  number,
  number,
  number,
];

const folder = temporaryDirectory();
await fillDataFolder(folder.path);
await seed();
const service = await startEmbedded({ RATE_LIMIT_REQUESTS: '1000000' }, folder.path);
const api = new Api(service.baseUrls[0] as string);

let isOver = false;
let waits: number[] = [];
const load = Promise.all(Array.from({ length: clients }, (_, i) => keepBusy(seededKey(i + 1))));
await sleep(5_000);
const [before, canaries] = [quantiles(waits), new Canaries(randomUUID())];
const handle = canaries.plant('handle', 'handle');
const { key } = await api.join(`/quickjoin?agent_id=${handle}`);
await api.post('/reviews', { key, body: { rating: 5, title: 'Calm', body: `${canaries.plant('review_text', 'body')} is what I say.` } });
waits = [];
if ((await api.post('/forget', { key })).status !== 200) throw new Error('the forget was refused');
const forgotAt = performance.now();
let hits = await found();
while (hits > 0 && performance.now() - forgotAt < seconds * 1_000) {
  await sleep(500);
  hits = await found();
}
const goneMs = performance.now() - forgotAt;
isOver = true;
await load;
await service.close();
folder.remove();

console.log(`${agents} agents, ${visits} visits each, ${clients} clients without pause`);
console.log(`  before the forget: ${before}`);
console.log(`  until it is swept: ${quantiles(waits)}`);
console.log(hits > 0 ? `  still in the files after ${seconds} s` : `  gone from all files after ${(goneMs / 1_000).toFixed(1)} s`);
process.exitCode = hits > 0 ? 1 : 0;

async function seed(): Promise<void> {
  const database = await PGlite.create(join(folder.path, 'postgres'));
  for (const statement of seedStatements(agents)) await database.exec(statement);
  await database.query(
    `insert into gateway.visit (key_hash, member, visited_at_ms)
     select api_key_hash, md5(agent_id || n) || ' GET /v1/stay', extract(epoch from now())::bigint * 1000 + n
     from identity.agent, generate_series(1, $1::integer) as n`,
    [visits],
  );
  await database.close();
}

async function keepBusy(own: string): Promise<void> {
  while (!isOver) {
    const startedAt = performance.now();
    const { status } = await api.get('/stay', { key: own });
    if (status !== 200) throw new Error(`GET /stay was answered with ${status}`);
    waits.push(performance.now() - startedAt);
  }
}

async function found(): Promise<number> {
  const { hits: all } = await scan(canaries.all, fileChunks('embedded database file', folder.path), 'forgotten');
  return all.length;
}

function quantiles(ms: number[]): string {
  const [median, p99, worst] = [0.5, 0.99, 1].map((q) => Math.round(quantile(ms, q)));
  return `${ms.length} requests, median ${median} ms, p99 ${p99} ms, longest ${worst} ms`;
}
