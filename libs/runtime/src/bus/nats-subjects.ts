import { type BusEdges, busEdges, type ServiceName, serviceNames } from '@rest-stop/contracts/bus-edges.ts';

/** The subjects that the bus makes from those of the contracts. What may be said and heard on them follows from the same names. */
export const freeSubject = (subject: string): string => `${subject}.free`;
/** The subject on which a caller cancels the call with this reply subject. */
export const cancelSubject = (reply: string): string => `${reply}.cancel`;
/** Where the answers to one process begin. Each peer has its own, so that nobody hears what another is answered. */
export const inboxPrefix = (name: string): string => `inbox.${name}`;

/** What a peer of the bus may say and hear, in NATS' patterns. Answering a message that it has heard is always allowed. */
export type Rights = { publish: string[]; subscribe: string[] };

/** A service may do what the contracts say, and nothing else. */
export function rightsOf(service: ServiceName): Rights {
  const { calls, serves, broadcasts, subscribes } = busEdges[service];
  const inbox = inboxPrefix(service);
  // A process is also called by a subject of its own, one token longer, as is the question for a free one.
  const withInstances = (edges: BusEdges['calls']) => edges.flatMap(({ subject }) => [subject, `${subject}.*`]);
  return {
    publish: [...withInstances(calls), ...broadcasts.map(({ subject }) => subject), cancelSubject(`${inbox}.*.*`)],
    subscribe: [
      ...withInstances(serves),
      ...subscribes.map(({ subject }) => subject),
      `${inbox}.>`,
      ...callersOf(serves).map((caller) => cancelSubject(`${inboxPrefix(caller)}.*.*`)),
    ],
  };
}

function callersOf(served: BusEdges['serves']): ServiceName[] {
  return serviceNames.filter((name) => busEdges[name].calls.some((called) => served.includes(called)));
}
