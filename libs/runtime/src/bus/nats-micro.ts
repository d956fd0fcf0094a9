import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { encode } from './nats-wire.ts';

/** One subject that an instance answers, as NATS' service discovery lists it. */
export type Endpoint = {
  /** Counts one finished call. */
  count(durationMs: number, failed: boolean): void;
  /** Removes the subject from the list. */
  remove(): void;
};

export type Discovery = { endpoint(subject: string, queue: string): Endpoint };

type EndpointStats = { subject: string; queue_group: string; num_requests: number; num_errors: number; processing_time: number };

const version = '1.0.0';

/**
 * Answers the discovery subjects of NATS services (ADR-32: `$SRV.PING`, `$SRV.INFO`, `$SRV.STATS`), so that `nats micro ls`, `info` and
 * `stats` list every instance. Written here, because the client's own service API would also take over the queue subscriptions.
 */
export function answerDiscovery(nc: NatsConnection, name: string): Discovery {
  const id = randomUUID();
  const started = new Date().toISOString();
  const endpoints = new Set<EndpointStats>();
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
      const stats: EndpointStats = { subject, queue_group: queue, num_requests: 0, num_errors: 0, processing_time: 0 };
      endpoints.add(stats);
      return {
        count(durationMs, failed) {
          stats.num_requests++;
          if (failed) stats.num_errors++;
          stats.processing_time += Math.round(durationMs * 1e6);
        },
        remove: () => void endpoints.delete(stats),
      };
    },
  };
}

function infoOf({ subject, queue_group }: EndpointStats) {
  return { name: nameOf(subject), subject, queue_group, metadata: {} };
}

/** Times are in nanoseconds. */
function statsOf(stats: EndpointStats) {
  const { num_requests, processing_time } = stats;
  const average_processing_time = num_requests > 0 ? Math.round(processing_time / num_requests) : 0;
  return { name: nameOf(stats.subject), ...stats, average_processing_time, last_error: '' };
}

/** Endpoint names hold no dots. */
function nameOf(subject: string): string {
  return subject.replaceAll('.', '-');
}
