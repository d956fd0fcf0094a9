import { setTimeout as sleep } from 'node:timers/promises';
import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';
import type { Msg, NatsConnection, Subscription } from 'nats';
import type { Log } from '../log.ts';
import type { ServeContext, ServeOptions, Serving } from './bus.ts';
import { serveInstance } from './nats-instances.ts';
import type { Endpoint } from './nats-micro.ts';
import { cancelSubject } from './nats-subjects.ts';
import { deadlineOf, decode, encode, holderOf, type Status, statusHeaders, traceOf } from './nats-wire.ts';
import { continued } from '../tracing/tracing.ts';
import { contextWithDeadline, toRemoteError, PendingCalls } from './serving.ts';
import { Slots } from './slots.ts';

type Handler = (request: unknown, context: ServeContext) => Promise<unknown>;

/** How long an instance that closes waits for the server to confirm that no more calls are on their way to it. */
const leaveQueueMs = 2_000;

/** Answers the calls of one subject. While all slots are taken the instance is not in the queue group. */
export function serveOverNats(
  nc: NatsConnection,
  log: Log,
  rpc: Rpc,
  options: ServeOptions,
  handler: Handler,
  endpoint: Endpoint,
): Serving {
  const slots = options.slots ?? new Slots(options.capacity ?? Number.POSITIVE_INFINITY);
  const { reserve = 0 } = options;
  const isFree = () => slots.isFree(reserve);
  const work = new PendingCalls();
  let subscription: Subscription | undefined;
  let stopped = false;

  const joinQueue = () => {
    if (stopped || subscription || !isFree() || nc.isClosed() || nc.isDraining()) return;
    subscription = nc.subscribe(rpc.subject, { queue: options.queue, callback: (error, message) => error ?? accept(message) });
  };
  // Drained, not unsubscribed: calls that the server has sent already must still get their `busy`.
  const leaveQueue = async () => {
    const left = subscription;
    subscription = undefined;
    await left?.drain().catch(() => {});
  };
  const accept = (message: Msg) => {
    const holder = holderOf(message);
    if (stopped) return sendStatus(message, 'busy');
    if (!slots.acquire(holder, reserve)) return sendStatus(message, isFree() ? 'over_share' : 'busy');
    const startedAt = performance.now();
    work.run(async () => {
      const answered = await answer(nc, log, rpc, options, handler, message);
      slots.release(holder);
      endpoint.count(performance.now() - startedAt, !answered);
    });
  };

  const instanceSubscription = serveInstance(nc, rpc.subject, isFree, accept);
  const unwatch = slots.watch(() => (isFree() ? joinQueue() : void leaveQueue()), reserve);
  joinQueue();
  return {
    get inFlight() {
      return work.size;
    },
    async close() {
      stopped = true;
      unwatch();
      endpoint.remove();
      const left = Promise.all([leaveQueue(), instanceSubscription.close().catch(() => {})]);
      await Promise.race([left, sleep(leaveQueueMs, undefined, { ref: false })]);
      await work.allEnded();
    },
  };
}

/** Handles one call; true when its answer was sent. Never rejects. */
async function answer(nc: NatsConnection, log: Log, rpc: Rpc, options: ServeOptions, handler: Handler, message: Msg): Promise<boolean> {
  const deadlineMs = deadlineOf(message);
  const reply = message.reply;
  if (deadlineMs === undefined || !reply) return false;

  const abort = new AbortController();
  const { context, release } = contextWithDeadline(deadlineMs, abort);
  const cancelled = nc.subscribe(cancelSubject(reply), { max: 1, callback: () => abort.abort(new Error('caller left')) });
  const beat = () => sendStatus(message, 'working');
  const heartbeat = options.heartbeatMs ? setInterval(beat, options.heartbeatMs) : undefined;
  if (heartbeat) beat();
  try {
    const request = tolerant(rpc.request).parse(decode(message.data));
    const result = await continued(traceOf(message), () => handler(request, context));
    return !context.signal.aborted && message.respond(encode(rpc.reply.parse(result)), { headers: statusHeaders('ok') });
  } catch (error) {
    const remote = toRemoteError(error);
    if (remote.code === 'internal_error') log.error({ err: error, subject: rpc.subject }, 'call failed');
    if (!context.signal.aborted) sendStatus(message, 'error', encode(remote));
    return false;
  } finally {
    clearInterval(heartbeat);
    cancelled.unsubscribe();
    release();
  }
}

/** Sends a status. A failure means that the connection is closing, so there is nobody left to send it to. */
function sendStatus(message: Msg, status: Status, body?: Uint8Array): void {
  try {
    message.respond(body, { headers: statusHeaders(status) });
  } catch {}
}
