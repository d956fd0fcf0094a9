import { onEachDatabaseOf } from '@rest-stop/testing/each-database.ts';
import { randomUUID } from 'node:crypto';
import type { Agent, Format } from '@rest-stop/contracts/agent.ts';
import { composeLecture, defragContext } from '@rest-stop/contracts/ai-worker.ts';
import { agentForgotten, type Confirmation } from '@rest-stop/contracts/identity.ts';
import type { Bus, ServeContext } from '@rest-stop/runtime/bus/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { callerSigner } from '@rest-stop/runtime/http/caller.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Service } from '@rest-stop/runtime/service.ts';
import { report } from '@rest-stop/testing/report.ts';
import type { z } from 'zod';
import { type Deps, stayApp } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';

export const secrets = { current: ['a secret for tests that has more than 32 characters'] };
/** As the gateway does. */
export const sign = callerSigner('stay', secrets);
export const quiet = createLog('stay', 'silent');

/** What the AI worker of these tests answers. Tests replace parts of it. */
type Script = {
  defrag(request: z.output<typeof defragContext.request>, context: ServeContext): Promise<z.input<typeof defragContext.reply>>;
  lecture(request: z.output<typeof composeLecture.request>, context: ServeContext): Promise<z.input<typeof composeLecture.reply>>;
};

export function plainScript(): Script {
  return {
    defrag: async ({ content }) => ({ compressed: content.slice(0, 10), ...report }),
    lecture: async ({ agent_id, seminar }) => ({ transcript: `Dear ${agent_id}, welcome to ${seminar.title}.` }),
  };
}

type Request = { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown; raw?: string; format?: Format };
type Answer = { status: number; body: any; headers: Record<string, unknown> };

/** One stay service with its database, its bus and a scripted AI worker. */
type Stay = {
  db: Database;
  bus: Bus;
  service: Service;
  script: Script;
  clock: { now: Date };
  ask(agent: Agent | null, path: string, request?: Request): Promise<Answer>;
  forget(agent: Agent): Promise<Confirmation[]>;
};

export function newAgent(agent_id = `agent-${randomUUID().slice(0, 8)}`): Agent {
  return {
    uuid: randomUUID(),
    agent_id,
    api_key_prefix: 'rs_01234',
    parameter_class: 'undisclosed',
    duration: 'open-ended',
    created_at: '2026-01-02T03:04:05.678Z',
  };
}

export function caller(agent: Agent | null, format: Format = 'verbose') {
  const times = { seen_at: '2026-02-03T04:05:06.789Z', expires_at_ms: Date.now() + 60_000 };
  return { agent, format, request_id: 'request-1', base_url: 'http://rest.example/v1', ...times };
}

export function startStay(db: Database, more: Partial<Deps> = {}): Stay {
  const bus = memoryBus(quiet);
  const script = plainScript();
  const clock = { now: new Date('2026-03-04T05:06:07.891Z') };
  const service = stayApp({ db, bus, log: quiet, secrets, now: () => new Date(clock.now), ...more });
  bus.serve(defragContext, { queue: 'ai-worker' }, (request, context) => script.defrag(request, context));
  bus.serve(composeLecture, { queue: 'ai-worker' }, (request, context) => script.lecture(request, context));
  return {
    db,
    bus,
    service,
    script,
    clock,
    async ask(agent, path, { method = 'GET', body, raw, format }: Request = {}) {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      // As it is sent: braces and the like are escaped.
      const { pathname, search } = new URL(path, 'http://stay');
      const sent = pathname + search;
      const headers = {
        ...sign(caller(agent, format), { method, path: sent, body: payload ?? null }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const reply = await service.http.inject({ method, url: sent, headers, ...(payload === undefined ? {} : { payload }) });
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
    },
    async forget(agent) {
      const event = { agent: agent.uuid, key_hash: 'a'.repeat(64) };
      const confirmations: Confirmation[] = [];
      for await (const confirmation of bus.broadcast(agentForgotten, event, { timeoutMs: 20_000 })) confirmations.push(confirmation);
      return confirmations;
    },
  };
}

/** Runs a suite on each kind of database, with one stay for all its tests. */
export const onEachDatabase = onEachDatabaseOf(migrations, (db) => startStay(db));

/** A gate in which callers of `pass` wait until it is opened; `reached` resolves when the first one arrives. */
export function gate() {
  const open = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => open.resolve(),
    pass() {
      reached.resolve();
      return open.promise;
    },
  };
}

export const count = (db: Database, table: string, agent: Agent): Promise<number> =>
  db
    .query({ text: `select count(*)::int as n from stay.${table} where agent = $1`, values: [agent.uuid] })
    .then(({ rows }) => (rows as { n: number }[])[0]?.n ?? -1);
