import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startServer, type Server, type ServerKind, type ServerOptions } from './server.ts';

type Options = ServerOptions & {
  /** true: as in production, every role but the owner has to give its password. Default: nobody has to. */
  passwords?: boolean;
};

const withPasswords = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n');

/**
 * Starts a PostgreSQL of its own; user `postgres` is superuser and needs no password. Rejects when no binary is on this machine.
 * A commit survives a killed server process (not a power failure: nothing is flushed to the disk).
 */
export async function startPostgres({ passwords = false, ...options }: Options = {}): Promise<Server> {
  const owner = unprivilegedUser();
  const kind: ServerKind = {
    name: 'postgres',
    url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    owner,
    stopSignal: 'SIGINT', // its "fast" shutdown: SIGTERM would wait for clients to leave
    async prepare(dir, file) {
      await initialise(join(dirname(file), 'initdb'), dir, owner);
      if (passwords) writeFileSync(join(dir, 'data', 'pg_hba.conf'), withPasswords);
    },
    args: ({ dir, port }) => ['-D', join(dir, 'data'), ...settings(port).flatMap((setting) => ['-c', setting])],
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

async function initialise(initdb: string, dir: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
  const data = join(dir, 'data');
  if (existsSync(join(data, 'PG_VERSION'))) return;
  mkdirSync(data, { mode: 0o700, recursive: true });
  if (owner) chownSync(data, owner.uid, owner.gid);
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(initdb, args, { cwd: dir, ...owner });
}

/** PostgreSQL refuses to run as root: then the system's own user for it, else the one with the least rights. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('postgres does not run as root, and there is no user to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
