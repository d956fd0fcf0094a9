import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { ApiError, errorBody } from '@rest-stop/contracts/errors.ts';
import { bodyLimits, limits } from '@rest-stop/contracts/limits.ts';
import { mcpPath, mcpUrl } from '@rest-stop/contracts/mcp.ts';
import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { parseJson } from '@rest-stop/runtime/http/json.ts';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasKey } from '../admission/key.ts';
import { methodNotAllowed } from '../http/errors.ts';
import type { Hosts } from '../http/hosts.ts';
import { bodyLimitFor, checkAnnouncedBody } from '../proxy/body.ts';
import { clientOf } from '../registration/client-address.ts';
import type { Registrations } from '../registration/limit.ts';
import { requestOf } from './request.ts';
import { resultOf } from './result.ts';
import { type CallTool, createToolServer } from './server.ts';
import { oneInEachTurn } from './turns.ts';

/** The largest body of any tool's endpoint, and what a message has around it. */
const bodyLimit = bodyLimits.defrag + bodyLimits.none;
/** A message takes about a millisecond: those who wait longest get their turn within a second. */
const maxWaiting = 200;
const sentOn = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

type Options = {
  baseUrl: string;
  /** Whose pages may call. */
  hosts: Hosts;
  /** Counts the messages of each client that come without a key. */
  messages: Registrations;
  trustedProxyHops: number;
};

/**
 * Serves the operations as tools (MCP by Streamable HTTP). Nothing is kept between two
 * messages, so that every gateway can answer each. A tool call becomes a request to this gateway's own endpoint: admission, limits, errors
 * and privacy are those of that request.
 */
export function serveMcp(http: HttpApp, { baseUrl, hosts, messages, trustedProxyHops }: Options): void {
  const turn = oneInEachTurn(maxWaiting);
  // `inject` has a signal, too, but heeds it no more once the body has been read.
  const callers = new AsyncLocalStorage<AbortSignal>();
  http.addHook('onRequest', (_request, reply, done) => {
    callers.getStore()?.addEventListener('abort', () => reply.raw.destroy(), { once: true });
    done();
  });
  // The earlier revision opens streams and ends sessions with these, and a server that has neither says so.
  http.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    config: { probePath: mcpPath },
    onRequest: checkOrigin,
    handler(_request, reply) {
      reply.header('allow', 'POST');
      throw methodNotAllowed('POST');
    },
  });
  http.post(mcpPath, { bodyLimit, config: { probePath: mcpPath }, onRequest: [checkOrigin, checkSender] }, (request, reply) =>
    answer(request, reply),
  );

  /** As the protocol has servers do (2025-11-25, Streamable HTTP, security warning). A client that is no browser sends no Origin. */
  async function checkOrigin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { origin } = request.headers;
    if (origin === undefined || hosts.isOwnOrigin(origin)) return undefined;
    const message = 'Pages of this origin may not call this server. Its operator can allow them by ALLOWED_HOSTS.';
    return refuse(reply, 403, { code: ProtocolErrorCode.InvalidRequest, message });
  }

  /** Before the body is read: a message costs work, so that its sender shows a key or is counted by address. */
  async function checkSender(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const keyed = hasKey(request.raw);
    const data = keyed ? undefined : messages.take(clientOf(request.raw, trustedProxyHops));
    if (data) {
      const message = `Too many messages without a key from your address. Wait ${data.retry_after_seconds} s, or send your key in the Authorization header.`;
      return refuse(reply.header('retry-after', data.retry_after_seconds), 429, { code: ProtocolErrorCode.InvalidRequest, message, data });
    }
    checkAnnouncedBody(request.headers, bodyLimitFor(bodyLimit, keyed));
    return undefined;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await turn();
    const message = read(request.body);
    if ('problem' in message) return refuse(reply, message.status, message.problem);
    const left = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) left.abort();
    });
    const call = withErrors(callerFor(request, left.signal), request.id);
    // The tools change with a release only, so that a subscription is acknowledged as one to nothing, and ends.
    const handler = createMcpHandler(() => createToolServer(baseUrl, call));
    const headers = Object.fromEntries(sentOn.map((name) => [name, String(request.headers[name] ?? '')]).filter(([, value]) => value));
    const asked = new Request(mcpUrl(baseUrl), { method: 'POST', headers, signal: left.signal });
    const answered = await handler.fetch(asked, { parsedBody: message.body });
    // Whether the connection stays open is for the server to say. An answer can hold a key, so that nobody on the way may keep it.
    answered.headers.delete('connection');
    answered.headers.set('cache-control', 'no-store, no-transform');
    return reply.send(answered);
  }

  /** Calls the endpoint of a tool as the client of `request` would. */
  function callerFor({ raw, headers }: FastifyRequest, signal: AbortSignal): CallTool {
    return async (tool, args) => {
      signal.throwIfAborted();
      const { method, url, body, key } = requestOf(tool, args);
      const authorization = key === undefined ? authorizationOf(raw) : `Bearer ${key}`;
      const forwardedFor = headers['x-forwarded-for'];
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const sent = {
        method,
        url,
        remoteAddress: raw.socket.remoteAddress ?? '',
        headers: {
          host: new URL(baseUrl).host,
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
          ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': String(forwardedFor) }),
          ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        },
        ...(bytes && { payload: bytes }),
      };
      return resultOf(tool, await callers.run(signal, async () => await http.inject(sent)));
    };
  }

  /** Answers arguments with which there is no request to make as a service would answer them. */
  function withErrors(call: CallTool, requestId: string): CallTool {
    return (tool, args) =>
      call(tool, args).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return resultOf(tool, { statusCode: error.status, headers: {}, payload: JSON.stringify(errorBody(error, { baseUrl, requestId })) });
      });
  }
}

/** Undefined unless there is exactly one, as at every endpoint. */
function authorizationOf({ headersDistinct: { authorization = [] } }: IncomingMessage): string | undefined {
  return authorization.length === 1 ? authorization[0] : undefined;
}

type Problem = { code: number; message: string; data?: unknown };

function refuse(reply: FastifyReply, status: number, error: Problem): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', id: null, error });
}

/**
 * One message: a batch would be many requests that the connection and body limits see as one, and clients no longer send any. Its members
 * are few, because the SDK compares each of `_meta` with several schemas, several times.
 */
function read(body: unknown): { body: unknown } | { problem: Problem; status: number } {
  try {
    const parsed = parseJson(Buffer.isBuffer(body) ? body : Buffer.alloc(0), limits.mcpMembers);
    if (!Array.isArray(parsed)) return { body: parsed };
    const message = 'Send one message in a request: batches are not taken.';
    return { status: 400, problem: { code: ProtocolErrorCode.InvalidRequest, message } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const code = error.code === 'value_too_large' ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.ParseError;
    return { status: error.status, problem: { code, message: error.message } };
  }
}
