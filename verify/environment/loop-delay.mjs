// Preloaded into a process: on SIGUSR2 it says for how long its event loop stood still at most since the last time, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on('SIGUSR2', () => {
  console.log(`stood still for ${(delays.max / 1e6).toFixed(1)} ms`);
  delays.reset();
});
