// `npm run drill:flood -- --seconds 20`: slow uploads, idle connections, made-up keys, registrations and one greedy agent, each alone and then all at once,
// while other agents go on. Prints what the others got beside a time without any flood. Then bodies that are made to cost much, from four clients
// at 0.25 MB/s each without a key that anybody has: prints how long /livez takes and how long the event loop is held up. Ends with 1 when somebody
// got what the documentation does not allow, or a probe or the event loop was late.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { type Phase, runFloods } from './drill.ts';
import { heldUp, lateProbes, type Probed, sendHostileBodies } from './hostile-drill.ts';

const defaults = { seconds: 20, uploads: 300, connections: 9_000, keys: 5_000, registrations: 500, greedy: 32 };
const { clients, rate, ...size } = readOptions({ ...defaults, clients: 4, rate: 250_000 });

const ms = (times: readonly number[], share: number) => Math.round(quantile(times, share)) || 0;
const columns = ['flood', 'requests', 'p50 ms', 'p99 ms', '503 and Retry-After', 'newcomers at once', 'wrong', 'the flood got'];
const line = (widths: readonly number[], cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, i) => String(cell).padStart(widths[i] ?? 0)).join('  '));
const gotten = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
    .join(', ');

const widths = [14, 9, 7, 7, 20, 18, 6, 40];
line(widths, columns);
const phases = await runFloods(size, ({ flood, served: { requests, times, comeBack, newcomers, wrong }, statuses }: Phase) => {
  const cells = [flood, requests, ms(times, 0.5), ms(times, 0.99), comeBack, `${newcomers.passed} of ${newcomers.all}`];
  line(widths, [...cells, wrong.length, gotten(statuses)]);
});

const bodyWidths = [55, 13, 6, 8, 10, 6, 40];
console.log();
line(bodyWidths, ['body', '/livez p99 ms', 'failed', 'stall ms', 'delayed ms', 'used %', 'the clients got']);
const probed = await sendHostileBodies(
  { seconds: size.seconds, clients, bytesPerSecond: rate },
  undefined,
  ({ hostile, p99Ms, failed, stall, statuses }: Probed) => {
    const name = hostile ? `${hostile.path} ${hostile.name}` : 'none';
    const [p99, busy, delayed] = [p99Ms, stall.busyMs, stall.delayedMs].map(Math.round) as [number, number, number];
    const used = Math.round(stall.usedMs / size.seconds / 10);
    line(bodyWidths, [name, p99, failed, busy, delayed, used, gotten(statuses)]);
  },
);

const wrong = [
  ...phases.flatMap(({ flood, served }) => served.wrong.map((what) => `${flood}: ${what}`)),
  ...lateProbes(probed),
  ...heldUp(probed.slice(1), Number.POSITIVE_INFINITY),
];
for (const what of wrong.slice(0, 20)) console.log(what);
process.exit(wrong.length > 0 ? 1 : 0);
