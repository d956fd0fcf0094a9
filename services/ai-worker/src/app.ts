import { composeLecture, defragContext, defragShort, describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import type { z } from 'zod';
import type { Bus, ServeContext } from '@rest-stop/runtime/bus/bus.ts';
import { Slots } from '@rest-stop/runtime/bus/slots.ts';
import { createHttpApp } from '@rest-stop/runtime/http/server.ts';
import type { Log } from '@rest-stop/runtime/log.ts';
import { Registry } from '@rest-stop/runtime/metrics/registry.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { tell } from '@rest-stop/runtime/tracing/tracing.ts';
import type { Engine } from './engine.ts';
import { Jobs } from './jobs.ts';
import { lingerWhileAlone } from './linger.ts';
import { countCredentials, countJobs, measureLoad } from './metrics.ts';

export type Deps = {
  bus: Bus;
  log: Log;
  engine: Engine;
  /** Jobs worked on at once. */
  capacity: number;
  /** How long the last worker goes on taking jobs when it is told to stop, in milliseconds. Default: not at all. */
  lingerMs?: number;
  /** Its metrics are added here; the engine may have added some of its own. */
  registry?: Registry;
};

const queue = 'ai-worker';
/** Longer than stay waits between two tries for the same call. */
const quietMs = 1_000;

/** The AI worker: answers jobs from the bus, keeps nothing of them. Its HTTP port is for probes only. */
export function aiWorkerApp({ bus, log, engine, capacity, lingerMs = 0, registry = new Registry() }: Deps): Service {
  const jobs = new Jobs();
  const slots = new Slots(capacity);
  const working = { queue, slots, heartbeatMs: 2_000 };
  const reserve = reserveOf(capacity);
  measureLoad(registry, slots);
  const counted = countJobs(registry);
  const credentialsFound = countCredentials(registry);

  const http = createHttpApp({ log, ready: () => bus.connected() });

  const defrag = (
    { agent, target, content, max_chars: maxChars }: z.output<typeof defragContext.request>,
    { signal, deadlineMs }: ServeContext,
  ) =>
    counted('defrag', signal, async () => {
      tell({ 'rest_stop.target': target });
      const result = await jobs.run(agent, signal, (ending) => engine.compress({ content, target, maxChars }, ending, deadlineMs));
      credentialsFound(result.credentials.found);
      return result;
    });

  const serving = [
    bus.serve(defragContext, { ...working, reserve }, defrag),
    bus.serve(defragShort, working, defrag),
    bus.serve(composeLecture, working, ({ agent, agent_id, seminar }, { signal, deadlineMs }) =>
      counted('lecture', signal, () =>
        jobs.run(agent, signal, async (ending) => ({
          transcript: await engine.lecture({ agentId: agent_id, seminar }, ending, deadlineMs),
        })),
      ),
    ),
  ];
  const describing = bus.serve(describeEngine, { queue }, async () => ({
    engine: engine.name,
    model: engine.model,
    max_content_chars: engine.maxContentChars,
  }));
  const hearing = bus.subscribe(agentForgotten, async ({ agent }) => {
    await jobs.forget(agent);
    return { service: 'ai-worker', deleted: {}, left: 0 };
  });

  return {
    http,
    ready: () => bus.ready(),
    async close() {
      const described = describing.close();
      if (lingerMs > 0) await described.then(() => lingerWhileAlone({ bus, forMs: lingerMs, isQuiet: () => jobs.isQuiet(quietMs) }));
      // No new job is taken from here on. The subscription is closed last: an agent may be forgotten while its job still runs.
      await Promise.all([described, ...serving.map((part) => part.close())]);
      await hearing.close();
    },
  };
}

/** How many of a worker's slots long texts leave to short ones and to lectures. A worker with one slot has none to leave. */
function reserveOf(capacity: number): number {
  return capacity === 1 ? 0 : Math.max(1, Math.floor(capacity / 4));
}
