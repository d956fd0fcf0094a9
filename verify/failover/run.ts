// `npm run drill:failover -- --failovers 100 --waits 0 --seed 1`: servers of Redis, PostgreSQL and NATS are lost in turn under load, and what
// stands by takes over. With `--waits 1` they acknowledge only what a second server has. Prints counts; ends with 1 when a bound was passed.
import { anySeed, printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import { runDrill } from './drill.ts';

const { failovers, waits, seed } = readOptions({ failovers: 30, waits: 0, seed: anySeed() });
console.log(`${failovers} failovers, ${waits ? 'synchronous' : 'asynchronous'} replication, seed ${seed}`);
const totals = await runDrill({ failovers, seed, waits: waits > 0, tell: (line) => console.log(line) });
process.exit(printTotals(totals) ? 0 : 1);
