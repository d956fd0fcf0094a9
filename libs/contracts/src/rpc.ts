import { z } from 'zod';

/** A request that one service answers over the bus: its subject and the schemas of request and reply. */
export type Rpc<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  subject: string;
  request: Q;
  reply: A;
};

/** What confirms an event says at least which service it speaks for. */
export type Confirming = z.ZodType<{ service: string }>;

/** An event that the owner of its subject sends to every running instance. An instance that handles it answers with a confirmation. */
export type BusEvent<E extends z.ZodType = z.ZodType, C extends Confirming = Confirming> = {
  subject: string;
  payload: E;
  confirmation: C;
};

export function rpc<Q extends z.ZodType, A extends z.ZodType>(subject: string, request: Q, reply: A): Rpc<Q, A> {
  return { subject, request, reply };
}

export function event<E extends z.ZodType, C extends Confirming>(subject: string, payload: E, confirmation: C): BusEvent<E, C> {
  return { subject, payload, confirmation };
}

/** The service that a subject belongs to: it answers the calls, or sends the event. */
export function ownerOf(subject: string): string {
  return subject.slice(0, subject.indexOf('.'));
}

/** Counts by hour, each hour as its number since the epoch. */
export const HourCounts = z.strictObject({ hours: z.array(z.strictObject({ hour: z.int(), count: z.int().min(1) })) });
