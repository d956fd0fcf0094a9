import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';

/**
 * One erasure as the journal keeps it. `position` is its number in the database that recorded it. Other versions of this service read it too: what
 * one of them does not know it passes over.
 */
export const Entry = z.object({ agent: z.uuid(), forgotten_at: z.iso.datetime(), position: z.int().min(0) });
export type Entry = z.infer<typeof Entry>;

const dayMs = 86_400_000;
const fileName = /^(\d{4}-\d{2}-\d{2})\.[0-9a-f-]{36}\.jsonl$/;

/** The name of a new file for entries of one day, given as `2026-03-04`. Every writer has files of its own. */
export function fileNameOf(day: string, id: string): string {
  return `${day}.${id}.jsonl`;
}

/**
 * Every entry in `directory`, each agent once. A last line without a line break was cut off by a crash before it was acknowledged, and is skipped.
 * @throws Error naming the file and line of a line that is not an entry
 */
export async function readEntries(directory: string): Promise<Entry[]> {
  const byAgent = new Map<string, Entry>();
  for (const name of (await listFiles(directory)).sort()) {
    for (const entry of parseEntries(await readIfPresent(join(directory, name)), name)) {
      const other = byAgent.get(entry.agent);
      if (!other || other.position < entry.position) byAgent.set(entry.agent, entry);
    }
  }
  return [...byAgent.values()];
}

/** The error for an operator when the journal in `directory` cannot be read or written. */
export function unusableJournal(directory: string, error: unknown): StartupError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new StartupError(`the erasure journal in ${directory} cannot be used: ${code ?? message}`, { cause: error });
}

/** The highest position among `entries`; 0 when there are none. */
export function highestPosition(entries: readonly Entry[]): number {
  return entries.reduce((most, { position }) => Math.max(most, position), 0);
}

/**
 * The entries of the whole lines in `text`, which is from the file `name` and comes after `linesBefore` others.
 * @throws Error naming the file and line of a line that is not an entry
 */
export function parseEntries(text: string, name: string, linesBefore = 0): Entry[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, i) => {
    try {
      return Entry.parse(JSON.parse(line));
    } catch {
      throw new Error(`line ${linesBefore + i + 1} of ${name} is no entry of an erasure journal`);
    }
  });
}

/** Removes the files in which all entries are older than `keptDays`. Several instances may do it at once. */
export async function expireEntries(directory: string, keptDays: number, now: Date): Promise<void> {
  for (const name of await listFiles(directory)) {
    const endOfDay = Date.parse(name.slice(0, 10)) + dayMs;
    if (endOfDay + keptDays * dayMs <= now.getTime()) await rm(join(directory, name), { force: true });
  }
}

/** The names of the journal's files in `directory`; whatever else lies there is not its own. */
export async function listFiles(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => fileName.test(name));
}

/** The content of `file`; empty when it is gone, because another instance may just have removed it as expired. */
async function readIfPresent(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(passOver('ENOENT'))) ?? '';
}

/** For `catch`: passes over errors with this code and no others. */
export function passOver(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
