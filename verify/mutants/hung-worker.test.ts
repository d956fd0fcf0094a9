import { randomUUID } from 'node:crypto';
import { composeLecture } from '@rest-stop/contracts/ai-worker.ts';
import { findSeminar } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { connect } from 'nats';
import { expect } from 'vitest';
import { dispatch } from '@rest-stop/stay/ai/dispatch.ts';
import { natsOptions } from '@rest-stop/testing/servers/users.ts';
import { guarded } from './guarded.ts';

const log = createLog('test', 'silent');
const seminar = findSeminar('lost-constraints')!;
const request = { agent: randomUUID(), agent_id: 'calm-otter', seminar };
const patience = { totalMs: 20_000, silenceMs: 500, queueMs: 10_000 };

describeWith(['nats'], 'on NATS', ({ nats }) => {
  /** Of two workers in the queue group one hears everything and says nothing; the server goes on sending it every second job. */
  async function doesTheJobElsewhere(breakBus: (bus: Bus) => Bus): Promise<void> {
    const path = randomUUID();
    const url = `${nats.url}/${path}`;
    const [stay, worker, hung] = await Promise.all([
      natsBus({ url }, 'stay', log, 5_000),
      natsBus({ url }, 'ai-worker', log, 5_000),
      connect(natsOptions(nats.url)),
    ]);
    let unheard = 0;
    hung.subscribe(`${path}.${composeLecture.subject}`, { queue: 'ai-worker', callback: () => void unheard++ });
    await hung.flush();
    const serving = worker.serve(composeLecture, { queue: 'ai-worker', heartbeatMs: 100 }, async () => ({ transcript: 'Welcome.' }));
    await worker.ready();
    const bus = breakBus(stay);
    const never = { signal: new AbortController().signal };
    const jobs = Array.from({ length: 40 }, () => dispatch(bus, composeLecture, request, never, patience));
    const outcomes = await Promise.allSettled(jobs);
    await serving.close();
    await Promise.all([stay.close(), worker.close(), hung.close()]);
    expect(unheard).toBeGreaterThan(0);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }

  guarded<(bus: Bus) => Bus>(
    'a job that a hung worker swallowed is done by another one',
    doesTheJobElsewhere,
    { 'the second try': (bus) => bus },
    {
      'a second try that may reach the hung one again': (bus) => ({
        ...bus,
        call: (rpc, message, options) => bus.call(rpc, message, { ...options, freeInstanceOnly: false }),
      }),
    },
  );
});
