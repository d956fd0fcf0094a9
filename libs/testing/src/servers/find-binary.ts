import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BackendName } from './backend.ts';

const PROGRAMS: Record<BackendName, string> = { postgres: 'postgres', redis: 'redis-server', nats: 'nats-server' };

/**
 * The server program of a backend on this machine: from PATH, else from where systems put what ordinary users need not run.
 * For PostgreSQL a symbolic link is followed, because its other programs lie beside the real file. For Redis it is not: there one file
 * is several programs, and the link's name tells which.
 */
export function findBinary(name: BackendName): string | undefined {
  const found = findProgram(PROGRAMS[name], [...(name === 'postgres' ? postgresDirectories() : []), '/usr/local/sbin', '/usr/sbin']);
  return found && name === 'postgres' ? realpathSync(found) : found;
}

/** The file of a program: from PATH, else from the directories in `more`, in their order. */
export function findProgram(program: string, more: readonly string[] = []): string | undefined {
  const fromPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...fromPath, ...more].map((directory) => join(directory, program)).find(isExecutable);
}

/** Debian keeps every version in a directory of its own, none of it in PATH; the newest first. */
function postgresDirectories(): string[] {
  const base = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(base, version, 'bin'));
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
