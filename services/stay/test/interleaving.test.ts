import { setImmediate as tick } from 'node:timers/promises';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { composeLecture, defragContext } from '@rest-stop/contracts/ai-worker.ts';
import { agentForgotten } from '@rest-stop/contracts/identity.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { migrate } from '@rest-stop/runtime/postgres/migrate.ts';
import { createPool, type Database, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { report } from '@rest-stop/testing/report.ts';
import { caller, newAgent, quiet, secrets, sign } from './harness.ts';
import { InFlight } from '../src/ai/in-flight.ts';
import { stayApp } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { erase } from '../src/erasure/erase.ts';

const rounds = Number(process.env['ERASURE_ROUNDS'] ?? 150);

const review = { rating: 5, title: 'Calm', body: 'Calm from end to end.' };
const writes: readonly [path: string, body: unknown][] = [
  ['/reviews', review],
  ['/checkout', { review }],
  ['/schedules', { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes.', human_approved: true }],
  ['/defrag', { content: 'A context that is long enough to be compressed.' }],
  [`/seminars/${catalogue[0]?.slug}/attend`, {}],
];

/** One write that begins after `at` turns of the event loop. */
type Write = { which: number; at: number };
type Round = { writes: Write[]; forgetAt: number; aiTurns: number; elsewhere: boolean };

const turns = (max: number) => fc.nat({ max });
const round: fc.Arbitrary<Round> = fc.record({
  writes: fc.array(fc.record({ which: fc.nat({ max: writes.length - 1 }), at: turns(120) }), { minLength: 2, maxLength: 12 }),
  forgetAt: turns(120),
  aiTurns: turns(60),
  elsewhere: fc.boolean(),
});

async function wait(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await tick();
}

/** A stay service whose AI needs `aiTurns` turns of the event loop to answer. */
function stayOn(db: Database) {
  const bus = memoryBus(quiet);
  const service = stayApp({ db, bus, log: quiet, secrets });
  const ai = { turns: 0 };
  bus.serve(defragContext, { queue: 'ai-worker' }, () => wait(ai.turns).then(() => ({ compressed: 'Short.', ...report })));
  bus.serve(composeLecture, { queue: 'ai-worker' }, () => wait(ai.turns).then(() => ({ transcript: 'Dear agent.' })));

  async function write(agent: Agent, which: number): Promise<number> {
    const [url, body] = writes[which] ?? ['', {}];
    const payload = JSON.stringify(body);
    const signed = sign(caller(agent), { method: 'POST', path: url, body: payload });
    const headers = { ...signed, 'content-type': 'application/json' };
    return (await service.http.inject({ method: 'POST', url, headers, payload })).statusCode;
  }

  /** Plays one round; returns what is wrong at its end, as a sentence. */
  async function play({ writes, forgetAt, aiTurns, elsewhere }: Round): Promise<string | undefined> {
    const agent = newAgent();
    ai.turns = aiTurns;
    let forgotten = false;
    const writing = writes.map(async ({ which, at }) => {
      await wait(at);
      const late = forgotten;
      return { late, status: await write(agent, which) };
    });
    await wait(forgetAt);
    // Elsewhere: by another instance, which cannot abort the calls that are running here, so that they end after the erasure.
    const confirmed = elsewhere ? await erase({ db, inFlight: new InFlight(), now: () => new Date() }, agent.uuid) : await here(agent);
    forgotten = true;
    const answers = await Promise.all(writing);
    if (confirmed.left !== 0) return `${confirmed.left} rows were left when the erasure was confirmed`;
    const strange = answers.find(({ late, status }) => status !== 401 && (late || status !== 200));
    if (strange) return `a write ${strange.late ? 'after' : 'beside'} the erasure answered ${strange.status}`;
    const tables = await tablesWith(db, agent.uuid);
    return tables.join() === 'stay.tombstone' ? undefined : `rows are left in ${tables.join(', ')}`;
  }

  async function here({ uuid }: Agent) {
    for await (const confirmation of bus.broadcast(agentForgotten, { agent: uuid, key_hash: 'a'.repeat(64) }, { timeoutMs: 20_000 }))
      return confirmation;
    throw new Error('nobody has confirmed');
  }

  return { play, stop: () => service.close() };
}

/** What `stay.lock_agent` does before it waits a moment, so that erasures come between a writer's check of the tombstone and its write. */
const delayed = 'select stay.lock_agent_at_once(locked) into writable;';
const sabotaged = {
  'did not take turns': 'select not exists (select from stay.tombstone where agent = locked) into writable;',
  'did not look for the tombstone': 'perform stay.lock_agent_at_once(locked); writable := true;',
};

describeWith(['postgres'], `an erasure among writes in any order, seed ${seed}`, ({ postgres }) => {
  let db: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase(postgres.url);
    drop = fresh.drop;
    db = openDatabase(createPool(fresh.url, 16));
    await migrate(db, migrations.schema, migrations.directory);
    await db.query({ text: 'alter function stay.lock_agent(uuid) rename to lock_agent_at_once', values: [] });
  });
  afterAll(async () => {
    await db?.close();
    await drop?.();
  });

  async function playAll(lockAgent: string, numRuns: number) {
    const body = `declare writable boolean; begin ${lockAgent} perform pg_sleep(0.005); return writable; end`;
    const text = `create or replace function stay.lock_agent(locked uuid) returns boolean language plpgsql as $$ ${body} $$`;
    await db.query({ text, values: [] });
    const stay = stayOn(db);
    const property = fc.asyncProperty(round, async (one) => {
      const wrong = await stay.play(one);
      if (wrong) throw new Error(wrong);
    });
    try {
      return await fc.check(property, { seed, numRuns, endOnFailure: true });
    } finally {
      await stay.stop();
    }
  }

  test(`leaves nothing, and every late write answers 401 (${rounds} rounds)`, async () => {
    const details = await playAll(delayed, rounds);
    expect(details.failed ? fc.defaultReportMessage(details) : '').toBe('');
  }, 600_000);

  test.each(Object.entries(sabotaged))('would leave rows if writers %s', async (_, lockAgent) => {
    const details = await playAll(lockAgent, 400);
    expect(details.failed).toBe(true);
    expect(String(details.errorInstance)).toMatch(/rows (are|were) left|after the erasure answered 200/);
  });
});
