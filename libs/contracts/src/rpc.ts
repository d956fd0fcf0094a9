import type { z } from 'zod';

/** A question that one service answers over the bus. `idempotent` ones may be asked again when the answer was lost. */
export type Rpc<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  subject: string;
  request: Q;
  reply: A;
};

/** Something that happened, told to every running instance; each that acts on it answers with a confirmation. */
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
