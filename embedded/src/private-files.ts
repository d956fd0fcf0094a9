import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes `folder` and everything below it readable and writable by its owner alone. */
export async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makePrivate(path);
    else if (entry.isFile()) await chmod(path, 0o600);
  }
}
