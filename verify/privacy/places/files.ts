import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Chunk, Store } from './chunk.ts';

const chunkBytes = 8 * 1_024 * 1_024;
/** Longer than any spelling that is looked for: what lies across two chunks is seen in the second. */
const overlapBytes = 4_096;

/** The bytes of a file, or of all files below a folder, and their names. What ends in `.gz` is unpacked. A file that vanishes meanwhile is passed over. */
export async function* fileChunks(store: Store, path: string): AsyncGenerator<Chunk> {
  const there = await stat(path);
  if (!there.isDirectory()) return yield* bytesOf(store, path);
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    yield { store, where: file, bytes: Buffer.from(file) };
    if (entry.isFile()) yield* bytesOf(store, file);
  }
}

async function* bytesOf(store: Store, file: string): AsyncGenerator<Chunk> {
  let before: Buffer = Buffer.alloc(0);
  try {
    const { size } = await stat(file);
    // A stream would take a whole chunk of memory for each of a thousand small files.
    const chunks = size <= chunkBytes && !isPacked(file) ? [await readFile(file)] : stream(file);
    for await (const chunk of chunks) {
      const bytes: Buffer = Buffer.concat([before, chunk as Buffer]);
      yield { store, where: file, bytes };
      before = bytes.subarray(-overlapBytes);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function stream(file: string): AsyncIterable<unknown> {
  const raw = createReadStream(file, { highWaterMark: chunkBytes });
  if (!isPacked(file)) return raw;
  const unpacked = createGunzip();
  void once(raw, 'error').then(([error]) => unpacked.destroy(error as Error));
  return raw.pipe(unpacked);
}

function isPacked(file: string): boolean {
  return file.endsWith('.gz');
}
