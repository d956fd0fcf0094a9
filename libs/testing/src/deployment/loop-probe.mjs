// Preloaded into a process: on SIGUSR2 it says how long its event loop was at most busy in one go since the last time, and in all, in ms.
// "busy" is the main thread's processor time: other processes on the machine, which make any time by the clock longer, do not count.
// "delayed" is the clock's, as monitorEventLoopDelay has it. On SIGHUP it keeps the loop busy for half a second, to show that this is noticed.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 1;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
let last = process.threadCpuUsage();
let longest = 0;
let used = 0;

function busyMs() {
  const now = process.threadCpuUsage();
  const ms = (now.user - last.user + now.system - last.system) / 1_000;
  last = now;
  used += ms;
  return ms;
}

setInterval(() => {
  longest = Math.max(longest, busyMs());
}, 1).unref();
process.on('SIGUSR2', () => {
  const delayed = Math.max(0, delay.max / 1e6 - resolutionMs);
  console.log(`busy for ${longest.toFixed(1)} ms, delayed by ${delayed.toFixed(1)} ms, ${used.toFixed(1)} ms used`);
  [longest, used] = [0, 0];
  delay.reset();
});
process.on('SIGHUP', () => {
  for (const from = process.threadCpuUsage().user; process.threadCpuUsage().user < from + 500_000; );
});
