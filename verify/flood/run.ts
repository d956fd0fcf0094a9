// `npm run drill:flood -- --seconds 20`: slow uploads, idle connections, made-up keys, registrations and one greedy agent, each alone and then all at once,
// while other agents go on. Prints what the others got beside a time without any flood; ends with 1 when one of them got what the documentation
// does not allow.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { type Phase, runFloods } from './drill.ts';

const size = readOptions({ seconds: 20, uploads: 300, connections: 9_000, keys: 5_000, registrations: 500, greedy: 32 });

const ms = (times: readonly number[], share: number) => Math.round(quantile(times, share)) || 0;
const columns = ['flood', 'requests', 'p50 ms', 'p99 ms', '503 and Retry-After', 'newcomers at once', 'wrong', 'the flood got'];
const widths = [14, 9, 7, 7, 20, 18, 6, 40];
const line = (cells: readonly (string | number)[]) => console.log(cells.map((cell, i) => String(cell).padStart(widths[i] ?? 0)).join('  '));

line(columns);
const phases = await runFloods(size, ({ flood, served: { requests, times, comeBack, newcomers, wrong }, statuses }: Phase) => {
  const got = Object.entries(statuses).map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`);
  const cells = [flood, requests, ms(times, 0.5), ms(times, 0.99), comeBack, `${newcomers.passed} of ${newcomers.all}`];
  line([...cells, wrong.length, got.join(', ')]);
});
const wrong = phases.flatMap(({ flood, served }) => served.wrong.map((what) => `${flood}: ${what}`));
for (const what of wrong.slice(0, 20)) console.log(what);
process.exit(wrong.length > 0 ? 1 : 0);
