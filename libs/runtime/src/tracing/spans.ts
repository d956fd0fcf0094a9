import type { ServiceName } from '@rest-stop/contracts/bus-edges.ts';
import type { Target } from '@rest-stop/contracts/defrag.ts';
import type { Owner } from '@rest-stop/contracts/route.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { BusError } from '../bus/bus.ts';

/** What a statement or script does: all that a span tells of it. */
export const databaseOperations = ['query', 'transaction', 'admit', 'fill', 'point', 'revoke', 'erase', 'left'] as const;
export type DatabaseOperation = (typeof databaseOperations)[number];

const kindOfBusOperation = { call: 'client', serve: 'server', broadcast: 'producer', hear: 'consumer' } as const;
export type BusOperation = keyof typeof kindOfBusOperation;
export const busOperations = Object.keys(kindOfBusOperation);

/** All that a span may tell; `allowed.ts` says of each which values it may have. The names are those of OpenTelemetry's conventions where there are any. */
export type SpanAttributes = {
  'http.request.method'?: string;
  /** The route's template, never a path as it was sent. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'peer.service'?: ServiceName;
  'messaging.operation.name'?: BusOperation;
  /** The subject of the contracts. */
  'messaging.destination.name'?: string;
  'db.system.name'?: 'postgresql' | 'redis';
  'db.operation.name'?: DatabaseOperation;
  'gen_ai.operation.name'?: 'chat';
  'gen_ai.request.model'?: string;
  'gen_ai.provider.name'?: string;
  'gen_ai.usage.input_tokens'?: number;
  'gen_ai.usage.output_tokens'?: number;
  'rest_stop.target'?: Target;
  /** An error code of the interface, a kind of failure, or the class of a status. */
  'error.type'?: string;
};

/** A piece of work that has a span. Its name says what two of its attributes say. */
export type Operation = { kind: 'server' | 'client' | 'producer' | 'consumer'; name: string; attributes: SpanAttributes };

/** A request that a service answers. What meets no route has one name, its method included. */
export function requestTo(method: string, route: string | undefined): Operation {
  const [told, template] = route === undefined ? ['(any)', '(none)'] : [method, route];
  return { kind: 'server', name: `${told} ${template}`, attributes: { 'http.request.method': told, 'http.route': template } };
}

/** A request that the gateway sends on. */
export function forwardTo(service: Owner, method: string, route: string): Operation {
  const attributes = { 'http.request.method': method, 'http.route': route, 'peer.service': service } as const;
  return { kind: 'client', name: `${method} ${route}`, attributes };
}

export function onBus(operation: BusOperation, subject: string): Operation {
  const attributes = { 'messaging.operation.name': operation, 'messaging.destination.name': subject } as const;
  return { kind: kindOfBusOperation[operation], name: `${operation} ${subject}`, attributes };
}

/** Work in a database, by name: no statement, no key, no value. */
export function inDatabase(system: 'postgresql' | 'redis', operation: DatabaseOperation): Operation {
  return { kind: 'client', name: `${system} ${operation}`, attributes: { 'db.system.name': system, 'db.operation.name': operation } };
}

/** A request to an AI provider. `model` is the operator's setting. */
export function chatWith(provider: string, model: string): Operation {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'gen_ai.provider.name': provider } as const;
  return { kind: 'client', name: `chat ${model}`, attributes };
}

/** What a span may tell of an error: never its message. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  if (error instanceof BusError) return error.code ?? error.failure;
  return 'unexpected';
}
