import type { Bus } from '../bus/bus.ts';
import type { Registry } from './registry.ts';
import { timed } from './timed.ts';

/** `bus`, with the times of the calls that this process makes measured by their subject, of which the contracts have few. */
export function measuredBus<B extends Bus>(bus: B, registry: Registry): B {
  const time = timed(registry, 'rest_stop_bus_call_seconds', 'Time of a call to another service over the bus.', 'subject');
  return { ...bus, call: (rpc, request, options) => time(rpc.subject, bus.call(rpc, request, options)) };
}
