// `npm run drill:restart -- --restarts 50 --seed 1 --redis /usr/bin/redis-server`: Redis is restarted under load, by SIGKILL and SIGTERM in turn, and
// keeps every visit that is older than two seconds. Prints counts; ends with 1 when a key or the budget passed its limit.
import { anySeed, printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import { runDrill } from './drill.ts';

const { restarts, seed, redis } = readOptions({ restarts: 50, seed: anySeed(), redis: '' });
console.log(`${restarts} restarts of ${redis || 'the Redis on this machine'}, seed ${seed}`);
const totals = await runDrill({ restarts, seed, program: redis || undefined, tell: (line) => console.log(line) });
process.exit(printTotals(totals) ? 0 : 1);
