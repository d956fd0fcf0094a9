import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../process/reaping.ts';
import { shippedFlags } from './shipped.ts';
import { rolesSql } from './users.ts';
import { startServer, type Server, type ServerKind, type ServerOptions } from './server.ts';

type Owner = { uid: number; gid: number } | undefined;

/** As in production every role but the owner, which only tests are, gives its password. */
const access = ['host all,replication postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n');

/**
 * Starts a PostgreSQL of its own with the flags that are shipped; user `postgres` is superuser and needs no password. `asService` makes the URLs of
 * the services. Rejects when no binary is on this machine.
 * A commit survives a killed server process (not a power failure: nothing is flushed to the disk).
 */
export async function startPostgres(options: ServerOptions = {}): Promise<Server> {
  const owner = unprivilegedUser();
  const kind: ServerKind = {
    name: 'postgres',
    url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    owner,
    stopSignal: 'SIGINT', // its "fast" shutdown: SIGTERM would wait for clients to leave
    async prepare(dir, file) {
      await initialise(join(dirname(file), 'initdb'), dir, owner);
      writeFileSync(join(dir, 'data', 'pg_hba.conf'), access);
    },
    args: ({ dir, port }) => [
      '-D',
      join(dir, 'data'),
      ...shippedFlags('postgres'),
      ...settings(port).flatMap((setting) => ['-c', setting]),
    ],
  };
  return startServer(kind, options);
}

function settings(port: number): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // Fast without losing a commit when the process is killed: the operating system still holds what was written.
    // synchronous_commit must stay on for that.
    'fsync=off',
    'full_page_writes=off',
  ];
}

const run = promisify(execFile);
let empty: Promise<string> | undefined;

async function initialise(initdb: string, dir: string, owner: Owner): Promise<void> {
  if (existsSync(join(dir, 'data', 'PG_VERSION'))) return;
  // To make one takes eight times as much processor time as to copy it.
  await run('cp', ['-R', await (empty ??= makeEmpty(initdb, owner)), dir], { cwd: dir, ...owner });
}

/** A data folder with nothing but the roles of the services, made once in this process. */
async function makeEmpty(initdb: string, owner: Owner): Promise<string> {
  const { path } = temporaryDirectory();
  if (owner) chownSync(path, owner.uid, owner.gid);
  const data = join(path, 'data');
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(initdb, args, { cwd: path, ...owner });
  const making = run(join(dirname(initdb), 'postgres'), ['--single', '-D', data, 'postgres'], { cwd: path, ...owner });
  making.child.stdin?.end(`${rolesSql}\n`);
  await making;
  return data;
}

/** PostgreSQL refuses to run as root: then the system's own user for it, else the one with the least rights. */
function unprivilegedUser(): Owner {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('postgres does not run as root, and there is no user to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
