import { createLog } from '@rest-stop/runtime/log.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { asService } from '@rest-stop/testing/servers/users.ts';
import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { redisSpendGuard } from '../src/provider/spend-redis.ts';

describeWithBinaries(['redis'], 'a Redis user for the AI workers', () => {
  test('reserves, settles and is refused at the cap with no more rights than these', async () => {
    const server = await startRedis();
    const admin = await createClient({ url: server.url }).connect();
    const guard = await redisSpendGuard(asService('redis', server.url, 'ai-worker'), 1_000, createLog('test', 'silent'));
    await (await guard.reserve(900)).reconcile(500);
    await guard.reserve(400);
    await expect(guard.reserve(200)).rejects.toMatchObject({ code: 'unavailable' });
    await guard.close();
    expect(await admin.sendCommand(['ACL', 'LOG'])).toEqual([]);
    admin.destroy();
    await server.close();
  });
});
