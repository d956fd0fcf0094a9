import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readlink, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

type Kept = {
  /** The service that was joined last. */
  current?: string;
  /** By base URL: a key is sent to nobody but the service that gave it. */
  keys: Record<string, { agent_id: string; api_key: string }>;
};

/** The user's file of keys, which nobody else may read. */
export type Keys = {
  path: string;
  read(): Promise<Kept>;
  write(kept: Kept): Promise<void>;
};

/** The file in the user's folder of settings (XDG Base Directory Specification). */
export function keysIn(env: Record<string, string | undefined>): Keys {
  const path = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'rest-stop', 'key.json');
  return { path, read: () => readKept(path), write: (kept) => writeKept(path, kept) };
}

async function readKept(path: string): Promise<Kept> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return { keys: {}, ...(JSON.parse(text) as Partial<Kept>) };
  } catch (cause) {
    throw new Error(`${path} is not JSON: repair or remove it.`, { cause });
  }
}

/** The old file stays whole until the new one is. Where the path is a link, the file that it leads to is replaced and the link stays. */
async function writeKept(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await behindLinks(path);
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
}

/** Where the link at `path` leads, whether there is a file yet or not; `path` itself where there is no link. */
async function behindLinks(path: string): Promise<string> {
  const target = await readlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EINVAL' || error.code === 'ENOENT') return undefined;
    throw error;
  });
  return target === undefined ? path : behindLinks(resolve(dirname(path), target));
}
