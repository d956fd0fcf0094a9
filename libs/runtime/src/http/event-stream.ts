import { PassThrough } from 'node:stream';
import { eventStreamType, heartbeatMs, type streamEvents, type WorkState } from '@rest-stop/contracts/event-stream.ts';
import type { FastifyReply } from 'fastify';

/** An error as it is told: its body, and the headers that go with it. */
export type ToldError = { headers: Record<string, string>; body: unknown };

/** What the work tells on its way. */
export type Teller = {
  /** The first state begins the stream. */
  state(state: WorkState): void;
  /** A header of the answer; once the stream has begun it is an event. */
  header(name: string, value: string): void;
};

const namesType = new RegExp(String.raw`(^|,)\s*${eventStreamType.replace('/', String.raw`\/`)}\s*(;|,|$)`, 'i');

/** Whether a client asks for server-sent events. Only where they are named: every client accepts anything. */
export function wantsEvents(accept: string | undefined): boolean {
  return accept !== undefined && namesType.test(accept);
}

/**
 * Answers with the result of `work` by server-sent events from its first state on. What it returns or throws before that is answered as
 * always.
 */
export async function answerByEvents(
  reply: FastifyReply,
  work: (teller: Teller) => Promise<unknown>,
  toldOf: (error: unknown) => ToldError,
): Promise<FastifyReply> {
  const stream = new PassThrough();
  const begun = Promise.withResolvers<void>();
  let heartbeat: NodeJS.Timeout | undefined;
  let headers: Record<string, string> = {};
  const write = (event: keyof typeof streamEvents, data: unknown) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  const working = work({
    state(state) {
      heartbeat ??= setInterval(() => stream.write(': still at it\n\n'), heartbeatMs);
      write('state', { state });
      begun.resolve();
    },
    header(name, value) {
      if (heartbeat) headers = { ...headers, [name]: value };
      else reply.header(name, value);
    },
  });
  const result = await Promise.race([working, begun.promise]);
  if (!heartbeat) return reply.send(result);

  void finish();
  // Some proxies hold an answer back until it is whole, unless they are told not to.
  return reply.type(eventStreamType).header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(stream);

  async function finish(): Promise<void> {
    let last: ['result' | 'error', unknown];
    try {
      last = ['result', await working];
    } catch (error) {
      const told = toldOf(error);
      headers = told.headers;
      last = ['error', told.body];
    }
    clearInterval(heartbeat);
    if (Object.keys(headers).length > 0) write('headers', headers);
    write(...last);
    stream.end();
  }
}
