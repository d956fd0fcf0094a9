import { type HttpApp, listen } from '@rest-stop/runtime/http/server.ts';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { fastify, type FastifyRequest } from 'fastify';

/** Where the platform's probes ask how this gateway is. */
export const probePaths = ['/livez', '/readyz'] as const;

export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return probePaths.some((path) => path === routeOptions.url);
}

type Options = { host: string; port: number; log: Log };

/**
 * Answers the probes, and nothing else, on a port of their own as `app` would: however many clients fill the public port, the platform does
 * not take this gateway for dead. @throws StartupError when the port may not be used
 */
export async function listenForProbes(app: HttpApp, { host, port, log }: Options): Promise<{ port: number } & Closable> {
  const probes = fastify({ logger: false, forceCloseConnections: true });
  for (const path of probePaths) {
    probes.get(path, async (_request, reply) => {
      const answer = await app.inject(path).catch(() => undefined);
      return reply.code(answer?.statusCode ?? 503).send({ ok: answer?.statusCode === 200 });
    });
  }
  return listen(probes, { host, port, log, setting: 'PROBE_PORT' });
}
