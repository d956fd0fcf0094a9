import type { z } from 'zod';

/** A request that one service answers over the bus: its subject and the schemas of request and reply. */
export type Rpc<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  subject: string;
  request: Q;
  reply: A;
};

/** An event that is sent to every running instance. An instance that handles it answers with a confirmation. */
export type BusEvent<E extends z.ZodType = z.ZodType, C extends z.ZodType = z.ZodType> = {
  subject: string;
  payload: E;
  confirmation: C;
};

export function rpc<Q extends z.ZodType, A extends z.ZodType>(subject: string, request: Q, reply: A): Rpc<Q, A> {
  return { subject, request, reply };
}

export function event<E extends z.ZodType, C extends z.ZodType>(subject: string, payload: E, confirmation: C): BusEvent<E, C> {
  return { subject, payload, confirmation };
}
