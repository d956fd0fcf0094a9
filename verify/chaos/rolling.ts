// `npm run chaos:rolling`: every replica of every service is replaced at 30 requests/s of keep-alive clients, three times over.
// Ends with 1 when a request that needs no AI failed, or a process did not end with 0.
import { parseArgs } from 'node:util';
import { quantile, statusesOf } from './load.ts';
import { describeFailures, drillRolling, failuresIn } from './rolling-drill.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '30' },
    connections: { type: 'string', default: '10' },
  },
});

const rolling = await drillRolling({
  rounds: Number(values.rounds),
  perSecond: Number(values.rate),
  connections: Number(values.connections),
});
const { ai, others } = failuresIn(rolling);
const replaced = rolling.restarts.flatMap(({ codes }) => codes);
const bad = replaced.filter((code) => code !== 0);
const latencies = rolling.shots.map(({ latencyMs }) => latencyMs);
console.log(`${replaced.length} processes replaced, ${rolling.shots.length} requests: ${statusesOf(rolling.shots)}`);
console.log(
  `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms, max ${quantile(latencies, 1).toFixed(0)} ms`,
);
console.log(`failed: ${others.length} without AI, ${ai.length} with AI; exit codes other than 0: ${bad.length}`);
for (const line of describeFailures(rolling, [...others, ...ai])) console.log(line);
process.exit(others.length + bad.length === 0 ? 0 : 1);
