import { execFile, execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startTcpProxy } from '@rest-stop/testing/faults/tcp-proxy.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { findBinary } from '@rest-stop/testing/servers/find-binary.ts';
import { startPostgres } from '@rest-stop/testing/servers/postgres.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import type { Pair } from './pair.ts';

/**
 * A primary and a standby that streams from it.
 * @param waits a commit is acknowledged when the standby has it
 */
export async function startPostgresPair(waits: boolean): Promise<Pair> {
  let primary = await startPostgres();
  let standby = await startStandby(primary);
  const way = await startTcpProxy(() => ({ port: primary.port }));
  const follow = async () => {
    if (!waits) return;
    await query(primary.url, "alter system set synchronous_standby_names = '*'");
    await query(primary.url, 'select pg_reload_conf()');
  };
  await follow();
  const url = new URL(primary.url);
  url.port = String(way.port);

  return {
    url: url.href,
    direct: () => primary.url,
    async cut() {
      await query(standby.url, "alter system set primary_conninfo = 'host=127.0.0.1 port=1'");
      await query(standby.url, 'select pg_reload_conf()');
      while ((await query(primary.url, 'select pid from pg_stat_replication')).length > 0)
        await new Promise((done) => setTimeout(done, 20));
    },
    async failOver() {
      const old = primary;
      await old.kill('SIGKILL');
      await query(standby.url, 'select pg_promote()');
      primary = standby;
      way.reset();
      await old.close();
    },
    async repair() {
      standby = await startStandby(primary);
      await follow();
    },
    async close() {
      await way.close();
      await standby.close();
      await primary.close();
    },
  };
}

/** Starts on a copy of the primary, as the user that the primary runs as. */
async function startStandby(primary: Server): Promise<Server> {
  const { path, remove } = temporaryDirectory();
  const data = join(path, 'data');
  const program = join(dirname(findBinary('postgres') ?? ''), 'pg_basebackup');
  const url = new URL(primary.url);
  const from = ['-h', url.hostname, '-p', url.port, '-U', 'postgres'];
  await promisify(execFile)(program, [...from, '-D', data, '-X', 'stream', '-R', '--checkpoint=fast', '--no-sync']);
  const { uid, gid } = statSync(join(primary.dir, 'data'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
  const server = await startPostgres({ dir: path });
  while ((await query(primary.url, "select pid from pg_stat_replication where state = 'streaming'")).length === 0)
    await new Promise((done) => setTimeout(done, 20));
  return { ...server, url: server.url, close: () => server.close().then(remove), kill: server.kill };
}
