import type { Readable } from 'node:stream';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import { hasKey } from '../admission/key.ts';
import { bodyLimitFor, checkMediaType, tooLarge } from '../proxy/body.ts';
import type { BodyBudget, BodyRoom } from './body-budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a request without a body. */
    bodyRoom: BodyRoom | null;
    /** Answers that the body is not taken. The parser's own way to do that closes the connection, perhaps before the answer was read. */
    refuseBody: (error: Error) => void;
  }
}

type Done = (error: Error | null, body?: Buffer) => void;

const [firstBlockBytes, largestBlockBytes] = [4_096, 65_536];

/** Reads the bodies of all requests whole, each within the limit of its endpoint and all together within `budget`. */
export function readBodies(app: HttpApp, budget: BodyBudget): void {
  app.decorateRequest('bodyRoom', null);
  app.decorateRequest('refuseBody');
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers, socket } = request.raw;
    request.refuseBody = (error) => void reply.send(error);
    if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return done(null, payload);
    const room = budget.open();
    request.bodyRoom = room;
    const release = () => {
      room.release();
      socket.off('close', release);
    };
    // A response whose turn has not come on its connection is not closed with it.
    reply.raw.once('close', release);
    socket.once('close', release);
    done(null, payload);
  });
  app.addContentTypeParser('*', (request, payload, done: Done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const limit = bodyLimitFor(request.routeOptions.bodyLimit ?? 0, hasKey(request.raw));
    const { bodyRoom: room } = request;
    if (announced > limit) return request.refuseBody(tooLarge(limit, announced));
    if (room && !room.fits(announced)) return request.refuseBody(noRoom());
    gather(payload, { limit, room }, (error, body) => {
      if (error instanceof ApiError) return request.refuseBody(error);
      try {
        if (body && body.length > 0) checkMediaType(request.headers);
        done(error, body);
      } catch (refusal) {
        request.refuseBody(refusal as Error);
      }
    });
  });
}

/** Reads `payload` to its end and calls back once. What arrives is copied together, because small pieces take many times their size. */
function gather(payload: Readable, { limit, room }: { limit: number; room: BodyRoom | null }, done: Done): void {
  const blocks: Buffer[] = [];
  let free: Buffer = Buffer.alloc(0);
  let bytes = 0;

  const onData = (chunk: Buffer) => {
    if (bytes + chunk.length > limit) return end(tooLarge(limit));
    if (room && !room.take(chunk.length)) return end(noRoom());
    for (let rest = chunk; rest.length > 0; ) {
      if (free.length === 0) blocks.push((free = Buffer.allocUnsafeSlow(Math.min(Math.max(bytes, firstBlockBytes), largestBlockBytes))));
      const copied = rest.copy(free);
      [free, rest, bytes] = [free.subarray(copied), rest.subarray(copied), bytes + copied];
    }
  };
  const onEnd = () => end(null);
  const end = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', end);
    const body = error ? undefined : Buffer.concat(blocks, bytes);
    blocks.length = 0;
    if (error) room?.release();
    done(error, body);
  };
  payload.on('data', onData).on('end', onEnd).on('error', end);
}

function noRoom(): ApiError {
  const message = 'More bodies are on their way than there is room for. Send it again; nothing was stored.';
  return new ApiError('unavailable', message, { retryAfterSeconds: 2 });
}
