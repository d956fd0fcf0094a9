// Preloaded into every test worker: it ends with the runner. By itself vitest lets a worker finish its test first, however long that is.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
