// One side of this project's bus: `node rest-stop.ts serve | call <url of NATS>`. The options are those of a defrag, between stay and a worker.
import { rpc } from '@rest-stop/contracts/rpc.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { Slots } from '@rest-stop/runtime/bus/slots.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { measuredBus } from '@rest-stop/runtime/metrics/bus.ts';
import { processRegistry } from '@rest-stop/runtime/metrics/registry.ts';
import { z } from 'zod';
import { callWhenTold, reply, request, tellReady } from './side.ts';

const [side, url = ''] = process.argv.slice(2);
const measured = rpc(
  'ai-worker.rpc.context.measured.v1',
  z.strictObject({ agent: z.uuid(), content: z.string() }),
  z.strictObject({ compressed: z.string() }),
);
const bus = measuredBus(await natsBus({ url }, side ?? '', createLog('bench', 'info'), 5_000), processRegistry());

if (side === 'serve') {
  bus.serve(measured, { queue: 'ai-worker', slots: new Slots(200), heartbeatMs: 2_000 }, async () => reply);
  await bus.ready();
  tellReady();
} else {
  const { signal } = new AbortController();
  callWhenTold(() => bus.call(measured, request, { timeoutMs: 58_000, silenceMs: 5_000, holder: request.agent, signal }));
}
