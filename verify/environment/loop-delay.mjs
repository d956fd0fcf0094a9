// Preloaded into a process: on SIGUSR2 it says how long its event loop was at most busy in one go since the last time, in milliseconds. The
// main thread's processor time is measured: other processes on the machine, which would make any time by the clock longer, do not count.
// On SIGHUP it keeps the loop busy for half a second, to show that this is noticed.
let last = process.threadCpuUsage();
let longest = 0;

function busyMs() {
  const now = process.threadCpuUsage();
  const ms = (now.user - last.user + now.system - last.system) / 1_000;
  last = now;
  return ms;
}

setInterval(() => {
  longest = Math.max(longest, busyMs());
}, 1).unref();
process.on('SIGUSR2', () => {
  console.log(`busy for ${longest.toFixed(1)} ms`);
  longest = 0;
});
process.on('SIGHUP', () => {
  for (const from = process.threadCpuUsage().user; process.threadCpuUsage().user < from + 500_000; );
});
