import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Fields, fieldsOf, parsed } from './messages.ts';

/** A session that opencode keeps, without its messages. */
export type Kept = { path: string; info: Fields; changed: number; read(): Promise<string> };

/**
 * The sessions of opencode that `isWanted` takes, not those of sub-agents. Since version 1.2 they are kept in opencode.db (SQLite), which
 * takes a Node with `node:sqlite` (22.13 or later); before, they were files: session/<project>/<id>.json, message/<session>/<id>.json and
 * part/<message>/<id>.json.
 */
export async function opencodeSessions(data: string, isWanted: (directory: string) => boolean): Promise<Kept[]> {
  const wanted = ({ info }: Kept) => isWanted(String(info['directory'])) && !info['parentID'];
  return [...(await inFiles(join(data, 'storage'))), ...(await inDatabase(join(data, 'opencode.db')))].filter(wanted);
}

async function inFiles(storage: string): Promise<Kept[]> {
  const names = await readdir(join(storage, 'session'), { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(storage, 'session', name));
  const kept = await Promise.all(files.map(async (path) => keptIn(path, await readFile(path, 'utf8').catch(() => ''))));
  return kept.filter((one) => one !== undefined);
}

/** The session of a file of opencode's storage, if `text` is that of one. */
export function keptIn(path: string, text: string): Kept | undefined {
  const info = fieldsOf(text.trimStart().startsWith('{') ? parsed(text) : undefined);
  const storage = dirname(dirname(dirname(path)));
  if (!info || typeof info['id'] !== 'string' || info['directory'] === undefined) return undefined;
  if (basename(dirname(dirname(path))) !== 'session') return undefined;
  const changed = Number(fieldsOf(info['time'])?.['updated'] ?? 0);
  return { path, info, changed, read: () => exported(storage, info) };
}

/** The session as `opencode export` prints it. Ids rise with time. */
async function exported(storage: string, info: Fields): Promise<string> {
  const messages = await objectsIn(join(storage, 'message', String(info['id'])));
  const withParts = messages.map(async (own) => ({ info: own, parts: await objectsIn(join(storage, 'part', String(own['id']))) }));
  return JSON.stringify({ info, messages: await Promise.all(withParts) });
}

async function objectsIn(folder: string): Promise<Fields[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => fieldsOf(parsed(text))).filter((one) => one !== undefined);
}

async function inDatabase(path: string): Promise<Kept[]> {
  const rows = await queried(path, 'SELECT id, parent_id, directory, time_updated FROM session');
  return rows.map(({ id, parent_id: parentID, directory, time_updated: changed }) => {
    const info = { id, parentID, directory };
    return { path: `${path} (${String(id)})`, info, changed: Number(changed), read: () => exportedFrom(path, info) };
  });
}

async function exportedFrom(path: string, info: Fields): Promise<string> {
  const id = String(info['id']);
  const messages = await queried(path, 'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id', id);
  const parts = await queried(path, 'SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id', id);
  const of = (message: unknown) => parts.filter((part) => part['message_id'] === message).map(({ data }) => parsed(String(data)));
  return JSON.stringify({ info, messages: messages.map((row) => ({ info: parsed(String(row['data'])), parts: of(row['id']) })) });
}

/** The rows of a query; none where there is no such file, no such table, or no SQLite in this Node. */
async function queried(path: string, sql: string, ...values: string[]): Promise<Fields[]> {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare(sql).all(...values);
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}
