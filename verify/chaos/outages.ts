// `npm run chaos:outages`: Redis, NATS and PostgreSQL are each killed for 10 s under 50 requests/s. Ends with 1 when a figure is missed:
// refusals of bearer routes within 300 ms, recovery within 5 s, whatever needs nothing of the server is served, no process ends.
// `-- --how freeze` stops their execution in the stead of killing them; nobody can tell that from a slow answer at once, so then only
// what Redis refuses has to be refused within 300 ms.
import { parseArgs } from 'node:util';
import { quantile } from './load.ts';
import { brokenBy, drillOutages, type How, refusalsOf, tableOf } from './outage-drill.ts';
import type { Backend } from './requests.ts';

const refusalMs = 300;
const recoveryMs = 5_000;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '50' },
    how: { type: 'string', default: 'kill' },
    only: { type: 'string', default: 'redis,nats,postgres' },
  },
});

const backends = values.only.split(',') as Backend[];
const how = values.how as How;
const outages = await drillOutages({ backends, how, outageMs: Number(values.seconds) * 1_000, perSecond: Number(values.rate) });
const missed = outages.flatMap((outage) => {
  console.log(`${tableOf(outage)}\n`);
  const slowest = quantile(refusalsOf(outage), 1);
  return [
    ...brokenBy(outage),
    ...(slowest > refusalMs && (how === 'kill' || outage.backend === 'redis')
      ? [`without ${outage.backend} a refusal took ${slowest.toFixed(0)} ms; the figure is ${refusalMs}`]
      : []),
    ...(outage.recoveryMs > recoveryMs
      ? [`recovery from ${outage.backend} took ${outage.recoveryMs} ms; the figure is ${recoveryMs}`]
      : []),
  ];
});
console.log(missed.length === 0 ? 'Every figure was reached.' : `MISSED:\n${missed.join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);
