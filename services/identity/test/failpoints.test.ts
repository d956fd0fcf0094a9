import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import type { Db, Query } from '@rest-stop/runtime/postgres/sql.ts';
import { describe, expect, test, vi } from 'vitest';
import { type Deps, identityApp } from '../src/app.ts';
import type { Failpoint } from '../src/erasure/context.ts';
import { type JoinedAgent, onEachDatabase, ownerOf, post, quiet, secrets } from './harness.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { makeErasuresDue, pendingOf } from './tables.ts';

const outcomes: [Failpoint, 'whole' | 'gone'][] = [
  ['before revoke', 'whole'],
  ['after revoke', 'whole'],
  ['after commit', 'gone'],
  ['before broadcast', 'gone'],
  ['after a confirmation', 'gone'],
  ['before record', 'gone'],
  ['before second revoke', 'gone'],
];

onEachDatabase('an erasure that breaks off', (identity) => {
  /** Forgets the agent through another instance, with `deps` of its own. The relay of the first instance has to complete the erasure. */
  async function leaveThrough(joined: JoinedAgent, deps: Partial<Deps>) {
    const serve: Bus['serve'] = () => ({ inFlight: 0, close: async () => undefined });
    const bus = { ...identity.bus, serve };
    const service = identityApp({ db: identity.db, bus, log: quiet, secrets, relayEveryMs: 3_600_000, ...deps });
    try {
      return await post(service, '/forget', { agent: joined.agent });
    } finally {
      await service.close();
      await service.http.close();
    }
  }

  async function joinWithData() {
    const joined = await identity.join();
    identity.others.reviews.set(joined.agent.uuid, 1);
    identity.others.visits.set(joined.keyHash, 3);
    return joined;
  }

  /** What is left of the agent after the relay ran: everything, nothing or a part. */
  async function outcomeOf({ agent, key, keyHash }: JoinedAgent): Promise<'whole' | 'gone' | 'half'> {
    await makeErasuresDue(identity.db);
    await vi.waitFor(async () => expect(await pendingOf(identity.db, agent.uuid)).toBeUndefined(), 60_000);
    const there = [
      (await ownerOf(identity.bus, key)) !== null,
      (await tablesWith(identity.db, agent.uuid)).length > 0,
      identity.others.reviews.has(agent.uuid),
      identity.others.visits.has(keyHash),
    ];
    if (there.every(Boolean)) return 'whole';
    return there.some(Boolean) ? 'half' : 'gone';
  }

  test.each(outcomes)('%s leaves the agent %s', async (point, outcome) => {
    const joined = await joinWithData();
    const reached: Failpoint[] = [];
    const failpoint = async (here: Failpoint) => {
      reached.push(here);
      if (here === point) throw new Error('broken off');
    };
    await leaveThrough(joined, { failpoint });
    expect(reached).toContain(point);
    expect(await outcomeOf(joined)).toBe(outcome);
  });

  describe('with a service that was not there', () => {
    async function outcomeWithout(deps: Partial<Deps>) {
      const joined = await joinWithData();
      identity.others.up.delete('stay');
      await leaveThrough(joined, deps);
      identity.others.up.add('stay');
      return outcomeOf(joined);
    }

    test('is finished when that returns', async () => {
      expect(await outcomeWithout({})).toBe('gone');
    });

    test('is seen to be half done where the ledger row is dropped with the agent', async () => {
      expect(await outcomeWithout({ db: dropping(identity.db, 'delete from identity.agent') })).toBe('half');
    });

    test('is seen to be half done where the ledger row is dropped before all have confirmed', async () => {
      expect(await outcomeWithout({ db: dropping(identity.db, 'update identity.erasure') })).toBe('half');
    });
  });
});

/** A broken database: after any statement that contains `statement` it deletes the rows of the ledger. */
function dropping(db: Database, statement: string): Database {
  const through = (on: Db): Db => ({
    async query(query: Query) {
      const result = await on.query(query);
      if (query.text.includes(statement)) await on.query({ text: 'delete from identity.erasure', values: [] });
      return result;
    },
  });
  return { ...db, ...through(db), transaction: (work) => db.transaction((tx) => work(through(tx))) };
}
