// The service as one would first write it: one process that looks the key up in PostgreSQL, counts the visits of the last seven days there, adds
// one, and answers by itself. Nothing is forwarded.
import { hash } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { host, tellListening } from './listening.ts';

const [databaseUrl = '', keys = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(`
  create table agent (id bigint generated always as identity primary key, key_hash text not null unique);
  create table visit (agent bigint not null, at timestamptz not null default now());
  create index on visit (agent, at)`);
await pool.query('insert into agent (key_hash) select unnest($1::text[])', [keys.split(',').map((key) => hash('sha256', key))]);

const app = fastify({ logger: { level: 'info' } });
app.get('/v1/memories', async (request, reply) => {
  const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const agents = await pool.query({ name: 'agent', text: 'select id from agent where key_hash = $1', values: [hash('sha256', key)] });
  const agent = agents.rows[0]?.id;
  if (agent === undefined) return reply.code(401).send({ error: 'unauthorized' });
  const text = `select count(*) as used from visit where agent = $1 and at > now() - interval '7 days'`;
  const visits = await pool.query({ name: 'count', text, values: [agent] });
  if (Number(visits.rows[0]?.used) >= 1_000_000) return reply.code(429).send({ error: 'rate_limited' });
  await pool.query({ name: 'visit', text: 'insert into visit (agent) values ($1)', values: [agent] });
  return { memories: [], note: 'Memories are let go of here: nothing is kept.' };
});
await app.listen({ host, port: 0 });
tellListening(app.server);
