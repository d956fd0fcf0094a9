import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { highestPosition, listFiles, parseEntries, passOver } from './entries.ts';

/** How much of one file has been read: its length at the last look, and the whole lines until there. */
type Seen = { size: number; bytes: number; lines: number };

const nothing: Seen = { size: 0, bytes: 0, lines: 0 };
const lineBreak = 0x0a;

/** Follows the highest position in a journal that several instances append to. A look reads only files that are new or have grown, from where they grew. */
export function followPosition(directory: string): { look(): Promise<number> } {
  const seen = new Map<string, Seen>();
  let highest = 0;

  async function lookAt(name: string): Promise<void> {
    const before = seen.get(name) ?? nothing;
    const { size } = await stat(join(directory, name));
    if (size <= before.size) return;
    const grown = await readFrom(join(directory, name), before.bytes);
    const whole = grown.subarray(0, grown.lastIndexOf(lineBreak) + 1);
    const entries = parseEntries(whole.toString('utf8'), name, before.lines);
    highest = Math.max(highest, highestPosition(entries));
    seen.set(name, { size: before.bytes + grown.length, bytes: before.bytes + whole.length, lines: before.lines + entries.length });
  }

  return {
    async look() {
      const names = await listFiles(directory);
      for (const name of names) await lookAt(name).catch(passOver('ENOENT'));
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
      return highest;
    },
  };
}

async function readFrom(file: string, start: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const parts: Buffer[] = [];
    for await (const part of handle.createReadStream({ start, autoClose: false })) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}
