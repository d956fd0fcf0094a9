import { z } from 'zod';
import { type Env, readEnv, tracingEnv } from '../env.ts';
import type { Closable } from '../closable.ts';
import type { Log } from '../log.ts';
import type { TracingSettings } from './open-telemetry.ts';
import { useTracer } from './tracing.ts';

/** Undefined unless the settings ask for traces. @throws StartupError naming every bad variable */
export function tracingSettings(env: Env): TracingSettings | undefined {
  const read = readEnv(z.object(tracingEnv), env);
  const endpoint = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? read.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = read.OTEL_TRACES_EXPORTER ?? (endpoint === undefined ? 'none' : 'otlp');
  if (read.OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  return { exporter, share: read.OTEL_TRACES_SAMPLER_ARG, delayMs: read.OTEL_BSP_SCHEDULE_DELAY };
}

/** Begins to trace this process, where `env` asks for it. Closing sends what is not sent yet. */
export async function startTracing(service: string, env: Env, log: Log): Promise<Closable | undefined> {
  const settings = tracingSettings(env);
  if (!settings) return undefined;
  // Imported only here: without it the packages are not loaded.
  const { openTelemetry } = await import('./open-telemetry.ts');
  const { tracer, close } = openTelemetry(service, settings, log);
  useTracer(tracer);
  return { close };
}
