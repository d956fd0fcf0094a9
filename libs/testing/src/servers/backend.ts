import type { Closable } from '@rest-stop/runtime/lifecycle.ts';

/** The kinds of server that the services stand on. */
export const backendNames = ['postgres', 'redis', 'nats'] as const;
export type BackendName = (typeof backendNames)[number];

/** Where a backend came from. */
export type BackendSource = 'testcontainers' | 'urls' | 'binaries';

/** A backend that answers. */
export type RunningBackend = Closable & { url: string };

/** What a source says to the request for a backend: a running one, or why it has none. */
export type Attempt = RunningBackend | { missing: string };

/** What test files are told about the backends (plain data: it crosses a process boundary). */
export type KnownBackends = {
  how: BackendSource | 'none';
  postgres?: { url: string };
  redis?: { url: string };
  nats?: { url: string };
  /** For each backend that is not there: why. */
  missing: Partial<Record<BackendName, string>>;
};
