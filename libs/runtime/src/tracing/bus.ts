import type { Bus } from '../bus/bus.ts';
import { onBus } from './spans.ts';
import { isTracing, startSpan, traced } from './tracing.ts';

/** `bus`, with a span for what is called and served, broadcast and heard on behalf of a request. Where nothing is traced, `bus` itself. */
export function tracedBus<B extends Bus>(bus: B): B {
  if (!isTracing()) return bus;
  const parts: Pick<Bus, 'call' | 'serve' | 'broadcast' | 'subscribe'> = {
    call: (rpc, request, options) => traced(onBus('call', rpc.subject), () => bus.call(rpc, request, options)),
    serve: (rpc, options, handler) =>
      bus.serve(rpc, options, (request, context) => traced(onBus('serve', rpc.subject), () => handler(request, context))),
    subscribe: (event, handler) => bus.subscribe(event, (payload) => traced(onBus('hear', event.subject), () => handler(payload))),
    async *broadcast(event, payload, options) {
      const span = startSpan(onBus('broadcast', event.subject));
      const within = <T>(work: () => T): T => (span ? span.within(work) : work());
      const answers = bus.broadcast(event, payload, options)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await within(() => answers.next());
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await answers.return?.();
        span?.end();
      }
    },
  };
  return { ...bus, ...parts };
}
