// Preloaded into a process: its clock runs REST_STOP_CLOCK_SPEED times as fast, so that it reaches the end of its patience soon.
// When it ends it says how long it lived by that clock.
import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';

const speed = Number(process.env.REST_STOP_CLOCK_SPEED);
const real = { now: Date.now, setTimeout: globalThis.setTimeout, sleep: timers.setTimeout };
const began = real.now();

Date.now = () => began + (real.now() - began) * speed;
globalThis.setTimeout = (work, ms = 0, ...rest) => real.setTimeout(work, ms / speed, ...rest);
timers.setTimeout = (ms, ...rest) => real.sleep(ms / speed, ...rest);
syncBuiltinESMExports();

process.once('exit', () => console.log(`lived ${Date.now() - began} ms`));
