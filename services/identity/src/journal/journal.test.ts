import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Entry, readEntries } from './entries.ts';
import { type Journal, openJournal } from './journal.ts';
import { startRestoreCheck } from './restore-check.ts';

const log = createLog('identity', 'silent');
const day = 86_400_000;

describe('an erasure journal', () => {
  let directory: string;
  let remove: () => void;
  let clock: Date;
  let opened: Journal[];
  beforeEach(() => {
    ({ path: directory, remove } = temporaryDirectory());
    clock = new Date('2026-03-04T23:59:59Z');
    opened = [];
  });
  afterEach(async () => {
    for (const journal of opened) await journal.close();
    remove();
  });

  async function open() {
    const journal = await openJournal({ directory, keptDays: 35, log, now: () => clock });
    opened.push(journal);
    return journal;
  }
  const entry = (position: number, agent: string = randomUUID()): Entry => ({ agent, forgotten_at: clock.toISOString(), position });
  const files = () => readdirSync(directory).sort();
  const lastFile = () => join(directory, files().at(-1) ?? '');
  const positions = async () => (await readEntries(directory)).map(({ position }) => position).sort((a, b) => a - b);

  test('keeps what several instances record at once', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    const entries = Array.from({ length: 60 }, (_, i) => entry(i + 1));
    await Promise.all(entries.map((one, i) => (i % 3 === 0 ? first : i % 3 === 1 ? second : third).record(one)));
    expect((await readEntries(directory)).sort((a, b) => a.position - b.position)).toEqual(entries);
    expect((await open()).position()).toBe(60);
  });

  test('holds an agent once, by its newest number', async () => {
    const journal = await open();
    const agent = randomUUID();
    for (const position of [4, 9, 7]) await journal.record(entry(position, agent));
    expect(await readEntries(directory)).toEqual([entry(9, agent)]);
  });

  test('passes over a last line that a crash cut off', async () => {
    await (await open()).record(entry(1));
    appendFileSync(lastFile(), '{"agent":"');
    expect(await positions()).toEqual([1]);
    expect((await open()).position()).toBe(1);
  });

  test('sees what others append after it was opened, in new files and in grown ones', async () => {
    const [reader, writer] = [await open(), await open()];
    const written: number[] = [];
    for (const position of [3, 5, 4]) {
      await writer.record(entry(position));
      written.push(position);
      expect(await reader.look()).toBe(Math.max(...written));
    }
    await (await open()).record(entry(8));
    expect([await reader.look(), reader.position()]).toEqual([8, 8]);
  });

  test('passes over half a line, and reads it when the rest is there', async () => {
    const [reader, writer] = [await open(), await open()];
    await writer.record(entry(1));
    const line = JSON.stringify(entry(2));
    appendFileSync(lastFile(), line.slice(0, 30));
    expect(await reader.look()).toBe(1);
    appendFileSync(lastFile(), `${line.slice(30)}\n`);
    expect(await reader.look()).toBe(2);
    appendFileSync(lastFile(), 'rubbish\n');
    await expect(reader.look()).rejects.toThrow(/line 3 of 2026-03-04\..*\.jsonl is no entry/);
  });

  test('is read only where it has grown', async () => {
    const [reader, writer] = [await open(), await open()];
    await writer.record(entry(1));
    expect(await reader.look()).toBe(1);
    const read = readFileSync(lastFile(), 'utf8');
    writeFileSync(lastFile(), `${'?'.repeat(read.length - 1)}\n`);
    expect(await reader.look()).toBe(1);
    appendFileSync(lastFile(), `${JSON.stringify(entry(2))}\n`);
    expect(await reader.look()).toBe(2);
  });

  test('keeps its position when the files that had it are gone', async () => {
    const [reader, writer] = [await open(), await open()];
    await writer.record(entry(7));
    expect(await reader.look()).toBe(7);
    rmSync(lastFile());
    expect(await reader.look()).toBe(7);
  });

  test('is compared with a database that is asked after it: an erasure in between is not taken for a restored database', async () => {
    const [own, other] = [await open(), await open()];
    let recorded = 0;
    const db: Database = {
      transaction: () => Promise.reject(new Error('nobody asks for one')),
      close: async () => {},
      async query() {
        const rows = [{ position: recorded++ }];
        await other.record(entry(recorded));
        return { rows, rowCount: 1 };
      },
    };
    const check = startRestoreCheck(db, own, log, 3_600_000);
    await check.close();
    expect([recorded, check.isCurrent()]).toEqual([1, true]);
  });

  test('is refused when a line in it cannot be read', async () => {
    await (await open()).record(entry(1));
    appendFileSync(lastFile(), 'rubbish\n');
    await expect(open()).rejects.toThrow(/line 2 of 2026-03-04\..*\.jsonl is no entry/);
  });

  test('is refused where there can be no directory', async () => {
    directory = join(directory, 'file');
    writeFileSync(directory, '');
    await expect(open()).rejects.toThrow('EEXIST');
  });

  test('leaves alone what is not its own', async () => {
    writeFileSync(join(directory, 'README'), 'rubbish\n');
    expect((await open()).position()).toBe(0);
  });

  test('drops a day when its last entry is older than it is kept', async () => {
    const first = await open();
    await first.record(entry(1));
    clock = new Date(clock.getTime() + 1_000);
    await first.record(entry(2));
    expect(files()).toHaveLength(2);

    const secondDay = Date.parse('2026-03-05T00:00:00Z');
    clock = new Date(secondDay + 35 * day - 1);
    await open();
    expect(await positions()).toEqual([1, 2]);
    clock = new Date(secondDay + 35 * day);
    await open();
    expect(await positions()).toEqual([2]);
    clock = new Date(secondDay + 36 * day);
    await open();
    expect(files()).toEqual([]);
  });
});
