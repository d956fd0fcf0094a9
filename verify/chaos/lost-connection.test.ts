import { createPool, openDatabase } from '@rest-stop/runtime/postgres/pool.ts';
import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
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

  // An error that nobody hears would end the process: the test run reports it even where the promises settle well.
  test.each(['while a statement runs', 'between two statements'])(
    '%s of a transaction means 503 for one, and the next one works',
    async (when) => {
      const { proxy, db } = await open();
      const work = db.transaction(async (tx) => {
        const running = when === 'while a statement runs' ? tx.query(query('select pg_sleep(5)')) : tx.query(query('select 1'));
        if (when === 'between two statements') await running;
        setTimeout(() => proxy.reset(), 50);
        await running;
        await new Promise((resolve) => setTimeout(resolve, 150));
        return tx.query(query('select 2'));
      });
      await expect(work).rejects.toMatchObject({ code: 'unavailable' });
      expect((await db.transaction((tx) => tx.query(query('select 3 as n')))).rows).toEqual([{ n: 3 }]);
      await db.close();
      await proxy.close();
    },
  );

  test('while it is idle goes unnoticed', async () => {
    const { proxy, db } = await open();
    await db.query(query('select 1'));
    proxy.reset();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await db.query(query('select 3 as n'))).rows).toEqual([{ n: 3 }]);
    await db.close();
    await proxy.close();
  });
});
