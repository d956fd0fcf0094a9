import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { startProcess } from '../process/process.ts';
import { temporaryDirectory } from '../process/reaping.ts';
import { problemOf } from './answers.ts';
import { findBinary } from './find-binary.ts';
import { onFreePort, probe } from './network.ts';
import { tester } from './users.ts';

/** Starts a Redis Sentinel that watches the primary on port `watched` of 127.0.0.1 under this name, and is quick to replace it. */
export async function startSentinel(name: string, watched: number): Promise<Closable & { url: string }> {
  const file = findBinary('redis');
  if (!file) throw new Error('no redis server is installed');
  const { path, remove } = temporaryDirectory();
  const settings = join(path, 'sentinel.conf');
  return onFreePort(async (port) => {
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${path}`,
      `sentinel monitor ${name} 127.0.0.1 ${watched} 1`,
      `sentinel down-after-milliseconds ${name} 400`,
      `sentinel auth-user ${name} ${tester.name}`,
      `sentinel auth-pass ${name} ${tester.password}`,
      `sentinel failover-timeout ${name} 2000`,
    ];
    writeFileSync(settings, `${lines.join('\n')}\n`);
    const running = await startProcess({
      file,
      args: [settings, '--sentinel'],
      cwd: path,
      log: join(path, 'sentinel.log'),
      stopSignal: 'SIGTERM',
      problem: () => problemOf(probe({ host: '127.0.0.1', port }, 'PING\r\n', /^\+PONG/)),
    });
    return { url: `redis://127.0.0.1:${port}`, close: () => running.close().then(remove) };
  });
}
