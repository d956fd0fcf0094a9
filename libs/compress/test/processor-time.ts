/** The clock of the processor may move in steps of 10 ms. */
const longEnoughMs = 100;

/** How much processor time one call of `work` takes, in ms, other threads and processes left out: the mean of as many as take long enough to be told. */
export function processorTime(work: () => unknown): number {
  const start = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    work();
    const { user, system } = process.threadCpuUsage(start);
    const ms = (user + system) / 1_000;
    if (ms >= longEnoughMs) return ms / calls;
  }
}
