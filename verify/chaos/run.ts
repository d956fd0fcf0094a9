// `npm run chaos -- --minutes 10 --seed 7 --gateways 2`: agents use a whole cluster while one fault after another happens to it.
// Ends with 1 when a promise was broken, and says which operations show it.
import { anySeed, readOptions } from '@rest-stop/testing/by-hand.ts';
import { report } from './report.ts';
import { runTrial } from './trial.ts';

const { minutes, seed, gateways } = readOptions({ minutes: 2, seed: anySeed(), gateways: 2 });

console.log(
  `Seed ${seed}, ${minutes} minutes, ${gateways} gateways. Redis runs with appendfsync always: with everysec a kill may cost a second of visits.`,
);
const trial = await runTrial({ seed, seconds: minutes * 60, gateways, tell: (line) => console.log(line) });
console.log(report(trial));
if (trial.violations.length > 0) console.log(`\nAgain: npm run chaos -- --minutes ${minutes} --seed ${seed} --gateways ${gateways}`);
process.exit(trial.violations.length > 0 ? 1 : 0);
