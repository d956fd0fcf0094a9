import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startTcpProxy, type TcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { query as ask } from '@rest-stop/testing/servers/query.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { expect, test } from 'vitest';

describeWith(['postgres'], 'a database connection that is reset', ({ postgres }) => {
  const open = async () => {
    const proxy = await startTcpProxy({ port: Number(new URL(postgres.url).port) });
    const url = new URL(postgres.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return { proxy, db: openDatabase(createPool(url.href, 2)) };
  };
  const query = (text: string) => ({ text, values: [] });

  /** Breaks the connections, and lets this process notice. */
  const reset = async (proxy: TcpProxy) => {
    proxy.reset();
    await expect.poll(() => proxy.counters.open).toBe(0);
    await sleep(20);
  };

  // An error that nobody hears would end the process: the test run reports it even where the promises settle well.
  test('while a statement of a transaction runs means 503 for that one, and the next one works', async () => {
    const { proxy, db } = await open();
    const statement = `select pg_sleep(60) as "${randomUUID()}"`;
    const running = `select 1 from pg_stat_activity where state = 'active' and query = '${statement}'`;
    const work = db.transaction((tx) => tx.query(query(statement)));
    const refused = expect(work).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => ask(postgres.url, running)).toHaveLength(1);
    await reset(proxy);
    await refused;
    expect((await db.transaction((tx) => tx.query(query('select 3 as n')))).rows).toEqual([{ n: 3 }]);
    await db.close();
    await proxy.close();
  });

  test('between two statements of a transaction means 503 for that one, and the next one works', async () => {
    const { proxy, db } = await open();
    const work = db.transaction(async (tx) => {
      await tx.query(query('select 1'));
      await reset(proxy);
      return tx.query(query('select 2'));
    });
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
    expect((await db.transaction((tx) => tx.query(query('select 3 as n')))).rows).toEqual([{ n: 3 }]);
    await db.close();
    await proxy.close();
  });

  test('while it is idle goes unnoticed', async () => {
    const { proxy, db } = await open();
    await db.query(query('select 1'));
    await reset(proxy);
    expect((await db.query(query('select 3 as n'))).rows).toEqual([{ n: 3 }]);
    await db.close();
    await proxy.close();
  });
});
