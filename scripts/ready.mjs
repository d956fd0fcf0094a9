// Container healthcheck: exits 0 when the service of this container is ready, else 1.
const ready = await fetch(`http://127.0.0.1:${process.env.PROBE_PORT || process.env.PORT || 8080}/readyz`).catch(() => undefined);
process.exitCode = ready?.ok ? 0 : 1;
