// Preloaded (--import) into programs that have no lifecycle of their own: they end when the process that started them is gone.
if (process.env.REST_STOP_WATCH_PARENT === '1' && process.channel) {
  // Children of this program have other parents and other channels.
  delete process.env.REST_STOP_WATCH_PARENT;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
