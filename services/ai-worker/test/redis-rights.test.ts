import { createLog } from '@rest-stop/runtime/log.ts';
import { startRedis } from '@rest-stop/testing/servers/redis.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { redisRights } from '../src/provider/redis-rights.ts';
import { redisSpendGuard } from '../src/provider/spend-redis.ts';

describeWithBinaries(['redis'], 'a Redis user for the AI workers', () => {
  test('reserves, settles and is refused at the cap with no more rights than these', async () => {
    const server = await startRedis();
    const admin = createClient({ url: server.url });
    await admin.connect();
    const granted = redisRights.commands.map((command) => `+${command}`);
    await admin.sendCommand(['ACL', 'SETUSER', 'ai-worker', 'reset', 'on', '>password', `~${redisRights.keys}`, ...granted]);
    const url = server.url.replace('://', '://ai-worker:password@');
    const guard = await redisSpendGuard(url, 1_000, createLog('test', 'silent'));
    await (await guard.reserve(900)).reconcile(500);
    await guard.reserve(400);
    await expect(guard.reserve(200)).rejects.toMatchObject({ code: 'unavailable' });
    await guard.close();
    expect(await admin.sendCommand(['ACL', 'LOG'])).toEqual([]);
    admin.destroy();
    await server.close();
  });
});
