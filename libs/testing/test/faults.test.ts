import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from 'redis';
import { afterEach, expect, test } from 'vitest';
import { answers } from '../src/servers/answers.ts';
import { startNats } from '../src/servers/nats.ts';
import { startPostgres } from '../src/servers/postgres.ts';
import { query } from '../src/servers/query.ts';
import { isAlive } from '../src/process/signals.ts';
import { startRedis } from '../src/servers/redis.ts';
import type { Server } from '../src/servers/server.ts';
import { describeWithBinaries } from '../src/servers/suites.ts';

const started: Server[] = [];
const keep = (server: Server): Server => {
  started.push(server);
  return server;
};

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !condition(); i += 1) await sleep(100);
}

describeWithBinaries(['postgres'], 'a PostgreSQL of its own', () => {
  test('still has an acknowledged row when it was killed and started again', async () => {
    const server = keep(await startPostgres());
    await query(server.url, "create table note as select 'kept' as text");
    await server.crash();
    expect(server.died()).toBe(false);
    expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  });

  test('hangs with its connections while stopped, and goes on afterwards', async () => {
    const server = keep(await startPostgres());
    await server.kill('SIGSTOP');
    await expect(answers.postgres(server.url)).rejects.toThrow('timeout');
    await server.kill('SIGCONT');
    await answers.postgres(server.url);
  });
});

describeWithBinaries(['redis', 'nats'], 'a Redis and a NATS of their own', () => {
  test('remove their directories when stopped, and even a stopped process ends', async () => {
    const servers = [keep(await startRedis()), keep(await startNats())];
    for (const server of servers) {
      await server.kill('SIGSTOP');
      await server.close();
      expect({ alive: isAlive(server.pid), directory: existsSync(server.dir) }).toEqual({ alive: false, directory: false });
    }
  });

  test('take more arguments', async () => {
    const server = keep(await startRedis({ args: ['--databases', '7'] }));
    const client = await createClient({ url: server.url }).connect();
    expect(await client.configGet('databases')).toEqual({ databases: '7' });
    client.destroy();
  });

  test('report what the server said when it does not start', async () => {
    await expect(startRedis({ args: ['--no-such-option', '1'] })).rejects.toThrow(/no-such-option/);
  });
});

describeWithBinaries(['postgres', 'redis', 'nats'], 'a runner that is killed with SIGKILL', () => {
  test('leaves no server and no directory behind', async () => {
    const program = `
      const [{ startPostgres }, { startRedis }, { startNats }] = await Promise.all([
        import('../src/servers/postgres.ts'), import('../src/servers/redis.ts'), import('../src/servers/nats.ts')]);
      const servers = await Promise.all([startPostgres(), startRedis(), startNats()]);
      console.log(JSON.stringify(servers.map(({ pid, dir }) => ({ pid, dir }))));
      setInterval(() => undefined, 1000);`;
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    const line = await new Promise<string>((resolve) => runner.stdout.once('data', (data: Buffer) => resolve(data.toString())));
    const servers = JSON.parse(line) as { pid: number; dir: string }[];
    expect(servers.map(({ pid }) => isAlive(pid))).toEqual([true, true, true]);

    runner.kill('SIGKILL');
    const gone = (): boolean => servers.every(({ pid, dir }) => !isAlive(pid) && !existsSync(dir));
    await until(gone);
    expect(gone()).toBe(true);
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    for (const { dir } of servers) expect(stdout).not.toContain(dir);
  });
});
