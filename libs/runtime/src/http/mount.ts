import type { Agent, Caller } from '@rest-stop/contracts/agent.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { WorkState } from '@rest-stop/contracts/event-stream.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerByEvents, type Teller, wantsEvents } from './event-stream.ts';
import type { HttpApp } from './server.ts';
import { validate } from './validation/validate.ts';

type Read<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : never;

/** One request to `R`, validated: what handlers work with. */
export type Call<R extends Route> = {
  body: Read<R['body']>;
  query: Read<R['query']>;
  params: Read<R['params']>;
  caller: Caller;
  /** The authenticated agent; null only on routes that need no key. */
  agent: R['auth'] extends 'bearer' ? Agent : null;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /** Answers with one of the route's other statuses. */
  status(code: number): void;
  /** Answers with one of the route's own headers. */
  header(name: string, value: string): void;
  /** Tells how far the work is, to a client that takes server-sent events; nobody else hears it. All checks come before the first. */
  state(state: WorkState): void;
};

export type Handler<R extends Route> = (call: Call<R>) => Promise<Sent<R['response']> | Sent<R['min']>>;

/** Serves `route` with `handler`. The request is validated first; the answer is sent as the handler returns it. */
export function mount<R extends Route>(app: HttpApp, route: R, handler: Handler<R>): void {
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit,
    exposeHeadRoute: false,
    config: { routeName: route.name },
    handler: async (request, reply) => {
      const call = readCall(route, request, reply);
      if (route.streams && wantsEvents(request.headers.accept)) {
        const work = (teller: Teller) => handler({ ...call, ...teller });
        return answerByEvents(reply, work, (error) => app.errorAnswer(error, request));
      }
      const body = await handler(call);
      if (route.cacheControl && reply.statusCode === 200) reply.header('cache-control', route.cacheControl);
      if (route.mediaType) reply.type(`${route.mediaType}; charset=utf-8`);
      return reply.send(body);
    },
  });
}

function readCall<R extends Route>(route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  const caller = request.caller;
  if (!caller || (route.auth === 'bearer' && !caller.agent)) throw new ApiError('unauthorized', 'A bearer key is needed here.');
  return {
    params: route.params && validate(route.params, request.params, 'path', route),
    query: route.query && validate(route.query, request.query, 'query', route),
    body: route.body && validate(route.body, request.body === undefined ? {} : request.body, 'body', route),
    caller,
    agent: caller.agent,
    signal: signalOf(reply),
    status: (code: number) => void reply.code(code),
    header: (name: string, value: string) => void reply.header(name, value),
    state: (_state: WorkState) => {},
  } as Call<R>;
}

function signalOf(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort(new Error('client left'));
  });
  return abort.signal;
}
