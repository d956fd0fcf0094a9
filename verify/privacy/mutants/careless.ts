// Loaded before the one-process mode, it adds carelessness from outside: each of the names in CARELESS does what a hasty change might do.
import diagnostics from 'node:diagnostics_channel';
import { trace } from '@opentelemetry/api';
import { callerHeader } from '@rest-stop/runtime/http/caller.ts';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';

type App = FastifyInstance;

const mutants: Record<string, (app: App) => void> = {
  /** A log line with the body. */
  'logs bodies': (app) =>
    app.addHook('preHandler', async ({ body }) => {
      if (body !== undefined) console.log(JSON.stringify({ msg: 'received', body }));
    }),

  /** A table with what was to be let go. */
  'keeps memories': (app) =>
    app.addHook('preHandler', async ({ body, method, url }) => {
      if (url !== '/memories' || method !== 'POST' || Buffer.isBuffer(body)) return;
      await write('memory', JSON.stringify(body));
    }),

  /** A validation error that shows the value that was wrong. */
  'echoes values': (app) =>
    app.addHook('onSend', async ({ body }, reply, payload) => {
      if (reply.statusCode !== 400 || typeof payload !== 'string' || Buffer.isBuffer(body)) return payload;
      return JSON.stringify({ ...(JSON.parse(payload) as object), received: body });
    }),

  /** A span with the body, and with a name out of it where an allowed attribute takes any. */
  'traces contents': (app) =>
    app.addHook('preHandler', async ({ body }) => {
      if (body === undefined || Buffer.isBuffer(body)) return;
      const { key = '' } = body as { key?: string };
      trace.getActiveSpan()?.setAttributes({ 'http.request.body': JSON.stringify(body), 'gen_ai.request.model': key });
    }),

  /** A list of former agents. */
  'remembers the forgotten': (app) =>
    app.addHook('onResponse', async (request, reply) => {
      const caller = request.headers[callerHeader];
      if (request.url !== '/forget' || reply.statusCode !== 200 || typeof caller !== 'string') return;
      await write('former_agent', Buffer.from(caller.split('.')[0] ?? '', 'base64url').toString());
    }),
};

const pools: pg.Pool[] = [];
const { Pool } = pg;
pg.Pool = class extends Pool {
  constructor(options?: pg.PoolConfig) {
    super(options);
    pools.push(this);
  }
};

async function write(table: string, text: string): Promise<void> {
  await pools[0]?.query(`create table if not exists public.${table} (line text)`);
  await pools[0]?.query(`insert into public.${table} values ($1)`, [text]);
}

diagnostics.subscribe('fastify.initialization', (message) => {
  for (const name of (process.env['CARELESS'] ?? '').split(',')) mutants[name]?.((message as { fastify: App }).fastify);
});
