import type { Health } from '@rest-stop/contracts/identity.ts';
import type { getHealth } from '@rest-stop/contracts/public.ts';
import type { z } from 'zod';

/** The health of all services with a database; null stands for one that did not answer. The latency is that of the slowest. */
export function healthOf(answers: readonly (z.output<typeof Health> | null)[], time: Date): z.input<typeof getHealth.response> {
  const latencies = answers.map((answer) => (answer?.ok ? answer.db_latency_ms : null));
  const healthy = latencies.every((ms) => ms !== null);
  return {
    status: healthy ? 'healthy' : 'unhealthy',
    api: 'up',
    db: healthy ? 'up' : 'down',
    db_latency_ms: healthy ? Math.round(Math.max(...latencies) * 100) / 100 : null,
    time: time.toISOString(),
    version: 'v1',
  };
}
