import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fieldsOf, parsed } from './messages.ts';
import { keptIn, opencodeSessions } from './opencode-store.ts';

/** A session of a coding agent. */
export type Found = {
  /** Where it is kept, for people. */
  path: string;
  /** When it was last written to, in milliseconds since 1970. */
  changed: number;
  /** Its text, as readTurns() takes it. */
  read(): Promise<string>;
};

type Env = Record<string, string | undefined>;

/** The session that was last written to of those that Claude Code, Codex, aider, opencode and Gemini CLI keep for a directory or its repository. */
export async function newestSession(cwd: string, env: Env): Promise<Found | undefined> {
  const places = await placesOf(cwd);
  const home = env['HOME'] || homedir();
  const data = join(env['XDG_DATA_HOME'] || join(home, '.local/share'), 'opencode');
  const found = await Promise.all([
    ofClaudeCode(join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects'), places),
    ofCodex(join(env['CODEX_HOME'] || join(home, '.codex'), 'sessions'), places),
    filesOf(places.map((place) => join(place, '.aider.chat.history.md'))),
    opencodeSessions(data, (directory) => places.includes(directory)),
    ofGemini(join(env['GEMINI_CLI_HOME'] || home, '.gemini/tmp'), places),
  ]);
  return newestFirst(found.flat())[0];
}

/** The session in a file; a session of opencode's storage is spread over many. @throws when the file cannot be read */
export async function sessionAt(path: string): Promise<Found> {
  const text = new TextDecoder().decode(await readFile(path));
  return keptIn(path, text) ?? { path, changed: 0, read: async () => text };
}

/** The directory and the root of its repository, by each of their names. */
async function placesOf(cwd: string): Promise<string[]> {
  const own = [cwd, await realpath(cwd).catch(() => cwd)];
  const roots = await Promise.all(own.map(rootOf));
  return [...new Set([...own, ...roots])];
}

async function rootOf(folder: string): Promise<string> {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (await stat(join(at, '.git')).catch(() => undefined)) return at;
  return folder;
}

/** <slug of the directory>/<session>.jsonl; agent-<id>.jsonl are those of sub-agents. */
async function ofClaudeCode(projects: string, places: readonly string[]): Promise<Found[]> {
  const folders = places.map((place) => join(projects, place.replace(/[^a-zA-Z0-9]/g, '-')));
  return filesOf((await Promise.all(folders.map((folder) => listed(folder, /^(?!agent-).*\.jsonl$/)))).flat());
}

/** <year>/<month>/<day>/rollout-<time>-<id>.jsonl; its first line tells the directory. */
async function ofCodex(sessions: string, places: readonly string[]): Promise<Found[]> {
  const names = await readdir(sessions, { recursive: true }).catch(() => []);
  const files = names.filter((name) => /rollout-[^/\\]*\.jsonl$/.test(name)).map((name) => join(sessions, name));
  // A session that was taken up again stands below the day on which it began.
  for (const file of newestFirst(await filesOf(files))) {
    const meta = fieldsOf(fieldsOf(parsed(await firstLine(file.path)))?.['payload']);
    const isOfSubAgent = fieldsOf(meta?.['source']) !== undefined;
    if (places.includes(String(meta?.['cwd'])) && !isOfSubAgent) return [file];
  }
  return [];
}

/** <project>/chats/session-<time>-<id>.json or .jsonl; <project> is the directory's SHA-256, or a name with .project_root beside it. */
async function ofGemini(folder: string, places: readonly string[]): Promise<Found[]> {
  const hashes = places.map((place) => createHash('sha256').update(place).digest('hex'));
  const projects = await readdir(folder).catch(() => []);
  const isOwn = async (project: string) => {
    const root = await readFile(join(folder, project, '.project_root'), 'utf8').catch(() => '');
    return hashes.includes(project) || places.includes(root.trim());
  };
  const chats = projects.map(async (project) =>
    (await isOwn(project)) ? listed(join(folder, project, 'chats'), /^session-.*\.jsonl?$/) : [],
  );
  return filesOf((await Promise.all(chats)).flat());
}

async function listed(folder: string, names: RegExp): Promise<string[]> {
  const all = await readdir(folder).catch(() => []);
  return all.filter((name) => names.test(name)).map((name) => join(folder, name));
}

/** Those of `paths` that are files. */
async function filesOf(paths: readonly string[]): Promise<Found[]> {
  const found = paths.map(async (path): Promise<Found[]> => {
    const known = await stat(path).catch(() => undefined);
    return known?.isFile() ? [{ path, changed: known.mtimeMs, read: async () => new TextDecoder().decode(await readFile(path)) }] : [];
  });
  return (await Promise.all(found)).flat();
}

function newestFirst(found: readonly Found[]): Found[] {
  return [...found].sort((a, b) => b.changed - a.changed);
}

async function firstLine(path: string): Promise<string> {
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input })) return line;
  } finally {
    input.destroy();
  }
  return '';
}
