import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimErasures } from '../src/erasure/store.ts';
import { onEachDatabase } from './harness.ts';

onEachDatabase('erasures that are due', (identity) => {
  test('are taken by one instance each, however many look at once', async () => {
    await identity.service.close();
    const due = Array.from({ length: 200 }, () => randomUUID());
    await identity.db.query({
      text: `insert into identity.erasure
             select agent, 'hash', '{stay}', now(), now() - interval '1 minute' from unnest($1::uuid[]) as agent`,
      values: [due],
    });
    const taken = new Set<string>();
    for (let round = 0; round < 10; round++) {
      const claims = (await Promise.all(Array.from({ length: 8 }, () => claimErasures(identity.db, 5)))).flat();
      for (const { agent } of claims) {
        expect(taken).not.toContain(agent);
        taken.add(agent);
      }
    }
    expect(taken).toEqual(new Set(due));
    expect(await claimErasures(identity.db, 5)).toEqual([]);
  });
});
