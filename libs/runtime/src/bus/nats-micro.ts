import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { encode } from './nats-wire.ts';

/** One subject that an instance answers, as the discovery tells it. */
export type Endpoint = {
  /** Counts one call worked on. */
  count(durationMs: number, failed: boolean): void;
  /** The instance answers this subject no longer. */
  remove(): void;
};

export type Discovery = { endpoint(subject: string, queue: string): Endpoint };

type Figures = { subject: string; queue_group: string; num_requests: number; num_errors: number; processing_time: number };

const version = '1.0.0';

/**
 * Answers the discovery subjects of NATS services (ADR-32: `$SRV.PING`, `$SRV.INFO`, `$SRV.STATS`), so that `nats micro ls`, `info` and
 * `stats` list every instance. By hand, because the client's own services would also take over the queue subscriptions.
 */
export function answerDiscovery(nc: NatsConnection, name: string): Discovery {
  const id = randomUUID();
  const started = new Date().toISOString();
  const endpoints = new Set<Figures>();
  const identity = { name, id, version, metadata: {} };

  const answers = {
    PING: () => ({ type: 'io.nats.micro.v1.ping_response', ...identity }),
    INFO: () => ({ type: 'io.nats.micro.v1.info_response', ...identity, description: '', endpoints: [...endpoints].map(infoOf) }),
    STATS: () => ({ type: 'io.nats.micro.v1.stats_response', ...identity, started, endpoints: [...endpoints].map(statsOf) }),
  };
  for (const [verb, answer] of Object.entries(answers)) {
    for (const subject of [`$SRV.${verb}`, `$SRV.${verb}.${name}`, `$SRV.${verb}.${name}.${id}`]) {
      nc.subscribe(subject, { callback: (error, message) => error ?? void message.respond(encode(answer())) });
    }
  }

  return {
    endpoint(subject, queue) {
      const figures: Figures = { subject, queue_group: queue, num_requests: 0, num_errors: 0, processing_time: 0 };
      endpoints.add(figures);
      return {
        count(durationMs, failed) {
          figures.num_requests++;
          if (failed) figures.num_errors++;
          figures.processing_time += Math.round(durationMs * 1e6);
        },
        remove: () => void endpoints.delete(figures),
      };
    },
  };
}

function infoOf({ subject, queue_group }: Figures) {
  return { name: nameOf(subject), subject, queue_group, metadata: {} };
}

/** Times are in nanoseconds. */
function statsOf(figures: Figures) {
  const { num_requests, processing_time } = figures;
  const average_processing_time = num_requests > 0 ? Math.round(processing_time / num_requests) : 0;
  return { name: nameOf(figures.subject), ...figures, average_processing_time, last_error: '' };
}

/** Endpoint names hold no dots. */
function nameOf(subject: string): string {
  return subject.replaceAll('.', '-');
}
