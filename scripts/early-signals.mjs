// Loaded before any program of the image: as process 1 of a container a process does not hear a signal that it has no handler for, and a service
// has none until its code is loaded. Once it has, it decides.
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 }))
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(128 + number);
  });
