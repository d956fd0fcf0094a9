import { randomUUID } from 'node:crypto';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import type { Bus, CallOptions } from '@rest-stop/runtime/bus/bus.ts';
import { natsBus } from '@rest-stop/runtime/bus/nats.ts';
import { callerSigner } from '@rest-stop/runtime/http/caller.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { stayApp } from '@rest-stop/stay/app.ts';
import { migrations } from '@rest-stop/stay/migrations.ts';

export const log = createLog('test', 'silent');
const secrets = { current: ['a secret for tests, thirty-two or more'] };
const sign = callerSigner('stay', secrets);

const agent: Agent = {
  uuid: randomUUID(),
  agent_id: 'quiet-otter-0001',
  api_key_prefix: 'rs_00000',
  parameter_class: 'undisclosed',
  duration: 'open-ended',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** A stay service in this process whose patience with the workers can be shortened. */
export type ImpatientStay = {
  /** Stands in the place of what stay itself allows for each call. */
  patience: Partial<Pick<CallOptions, 'timeoutMs' | 'silenceMs'>>;
  defrag(): Promise<{ status: number; body: { error?: string; compressed?: string } }>;
  /** How many defrags of the agent are stored. */
  runs(): Promise<number>;
  close(): Promise<void>;
};

export async function startImpatientStay(natsUrl: string, postgresUrl: string): Promise<ImpatientStay> {
  const fresh = await freshDatabase(postgresUrl);
  const db = openDatabase(createPool(fresh.url, 5));
  await migrate(db, migrations.schema, migrations.directory);
  const bus = await natsBus({ url: natsUrl }, 'stay', log, 5_000);
  const call: Bus['call'] = (rpc, request, options) => bus.call(rpc, request, { ...options, ...stay.patience });
  const service = stayApp({ db, bus: { ...bus, call }, log, secrets, now: () => new Date() });
  const stay: ImpatientStay = {
    patience: {},
    async defrag() {
      const times = { seen_at: new Date().toISOString(), expires_at_ms: Date.now() + 60_000 };
      const caller = { agent, format: 'min' as const, request_id: 'request-1', base_url: 'http://rest.example/v1', ...times };
      const payload = JSON.stringify({ content: 'A context that is long enough to be compressed.' });
      const signed = sign(caller, { method: 'POST', path: '/defrag', body: payload });
      const headers = { ...signed, 'content-type': 'application/json' };
      const reply = await service.http.inject({ method: 'POST', url: '/defrag', headers, payload });
      return { status: reply.statusCode, body: reply.json() };
    },
    async runs() {
      const { rows } = await db.query({ text: 'select 1 from stay.defrag_run where agent = $1', values: [agent.uuid] });
      return rows.length;
    },
    async close() {
      await service.close();
      await bus.close();
      await db.close();
      await fresh.drop();
    },
  };
  return stay;
}
