// `npm run drill:alerts -- --factor 60`: fires each alert by the fault that it names, over the real services and by a real Prometheus, with windows
// and waits `factor` times as short. Ends with 1 when one did not fire, one fired without a fault, or a panel had no data.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { drillAlerts } from './alerts.ts';

const { factor } = readOptions({ factor: 60 });
const program = findProgram('prometheus');
if (!program) throw new Error('prometheus is not on this machine');
console.log(`a second for ${factor} s of the rules' windows and waits; limits are those of production`);
const { fired, withoutFault, unanswered } = await drillAlerts(program, factor, (line) => console.log(line));
const silent = Object.entries(fired).flatMap(([alert, after]) => (after === undefined ? [alert] : []));
console.log(`${Object.keys(fired).length - silent.length} of ${Object.keys(fired).length} alerts fired`);
if (silent.length > 0) console.log(`did not fire: ${silent.join(', ')}`);
if (withoutFault.length > 0) console.log(`fired without a fault: ${withoutFault.join(', ')}`);
if (unanswered.length > 0) console.log(`panels without data: ${unanswered.join(', ')}`);
process.exit(silent.length + withoutFault.length + unanswered.length > 0 ? 1 : 0);
