import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const key = 'rs_0123456789abcdef01234567';
let home: string;
let cwd: string;
let asked: { content: string; target: string }[];
let baseUrl: string;
let close: () => void;
beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'handoff-')));
  cwd = join(home, 'work/my.project');
  mkdirSync(cwd, { recursive: true });
  asked = [];
  const none = { found: 0, kept: 0, lost: [] };
  const stats = {
    input_chars: 30,
    output_chars: 3,
    compression_ratio: 10,
    fidelity: { rules: none },
    credentials: { found: 0, kinds: [] },
  };
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(JSON.parse(await text(request)));
    const compressed = { context_for_successor: 'Go on.', do_not_repeat: [], known_state: [] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ target: 'handoff', compressed, structured_ok: true, stats }));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  close = () => server.close();
});
afterEach(() => {
  close();
  rmSync(home, { recursive: true });
});

async function handoff(...args: string[]) {
  let [printed, said] = ['', ''];
  const code = await run(['handoff', ...args], {
    env: { HOME: home, REST_STOP_URL: baseUrl, REST_STOP_KEY: key },
    cwd,
    stdin: undefined,
    isTerminal: false,
    async *lines() {},
    print: (more) => void (printed += more),
    say: (more) => void (said += more),
  });
  return { code, printed, said };
}

/** Writes a file below the home, last changed so many minutes ago; its path. */
function write(path: string, content: string | readonly unknown[], minutesAgo = 0): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n'));
  const when = new Date(Date.now() - minutesAgo * 60_000);
  utimesSync(file, when, when);
  return file;
}

const said = (type: string, content: unknown) => ({ type, sessionId: 's', message: { role: type, content } });
const claude = [said('user', 'Find the leak.'), said('assistant', 'I look.'), said('user', 'Never restart it.')];
const claudeText = '[user]\nFind the leak.\n\n[assistant]\nI look.\n\n[user]\nNever restart it.';
const slug = () => cwd.replace(/[^a-zA-Z0-9]/g, '-');

const rollout = (of: string, text: string, more = {}) => [
  { type: 'session_meta', payload: { id: 'i', cwd: of, instructions: 'x'.repeat(100_000), ...more } },
  { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
];

const geminiHead = { sessionId: 'g', projectHash: 'h', startTime: 't', lastUpdated: 't' };
const call = {
  id: 'c',
  name: 'ls',
  args: { path: '.' },
  status: 'success',
  result: [{ functionResponse: { response: { output: 'a.txt' } } }],
};
const gemini = [
  { id: '1', type: 'user', content: [{ text: 'List it.' }] },
  { id: '2', type: 'gemini', content: 'One file.', thoughts: [{ subject: 'Hm', description: 'hm' }], toolCalls: [call] },
  { id: '3', type: 'info', content: 'Update available' },
];
const geminiText = '[user]\nList it.\n\n[assistant]\nOne file.\n\n[tool] ls {"path":"."}\n\n[tool result]\na.txt';

const parts = {
  user: [
    { id: 'prt_1', type: 'text', text: 'Read it.' },
    { id: 'prt_2', type: 'text', text: 'what the file says', synthetic: true },
  ],
  assistant: [
    { id: 'prt_3', type: 'step-start' },
    { id: 'prt_4', type: 'tool', tool: 'read', state: { status: 'completed', input: { filePath: 'a' }, output: 'b' } },
    { id: 'prt_5', type: 'text', text: 'It says b.' },
  ],
};
const opencodeText =
  '[user]\nRead it.\n\n[tool result]\nwhat the file says\n\n[tool] read {"filePath":"a"}\n\n[tool result]\nb\n\n[assistant]\nIt says b.';

function writeOpencode(id: string, info: object) {
  const storage = '.local/share/opencode/storage';
  for (const [n, role] of (['user', 'assistant'] as const).entries()) {
    write(`${storage}/message/${id}/msg_${n}.json`, [{ id: `msg_${n}${id}`, sessionID: id, role }]);
    for (const part of parts[role]) write(`${storage}/part/msg_${n}${id}/${part.id}.json`, [part]);
  }
  return write(`${storage}/session/p/${id}.json`, [
    { id, projectID: 'p', directory: cwd, time: { created: 1, updated: Date.now() }, ...info },
  ]);
}

const aiderFile = 'work/my.project/.aider.chat.history.md';
const aiderChat = (typed: string) =>
  `\n# aider chat started at 2026-05-12 09:14:00\n\n> Aider v0.86.1  \n\n#### ${typed}  \n#### Use tabs.  \n\nDone.\n\n#### A heading\n\n> Tokens: 2k sent, 1k received.  \n\n`;

describe('the newest session of the directory', () => {
  test('of Claude Code', async () => {
    const file = write(`.claude/projects/${slug()}/b.jsonl`, claude, 1);
    write(`.claude/projects/${slug()}/a.jsonl`, [said('user', 'older')], 2);
    write(`.claude/projects/${slug()}/agent-1.jsonl`, [said('user', 'of a sub-agent')]);
    write('.claude/projects/-elsewhere/c.jsonl', [said('user', 'of another directory')]);
    const { code, printed, said: note } = await handoff();
    expect([code, asked]).toEqual([0, [{ content: claudeText, target: 'handoff' }]]);
    expect(JSON.parse(printed).context_for_successor).toBe('Go on.');
    expect(note).toBe(`Sending 3 messages (${claudeText.length} characters) of ${file} (claude-code) to ${baseUrl}.\n`);
    expect(printed + note).not.toContain(key);
  });

  test('of Codex, by the directory in its first line', async () => {
    write('.codex/sessions/2026/05/11/rollout-1-a.jsonl', rollout(cwd, 'Taken up again.'), 1);
    write('.codex/sessions/2026/05/12/rollout-2-b.jsonl', rollout(cwd, 'Older.'), 2);
    write('.codex/sessions/2026/05/12/rollout-3-c.jsonl', rollout('/elsewhere', 'Elsewhere.'));
    write('.codex/sessions/2026/05/12/rollout-4-d.jsonl', rollout(cwd, 'Of a sub-agent.', { source: { subagent: 'review' } }));
    const { code } = await handoff();
    expect([code, asked[0]?.content.slice(-22)]).toEqual([0, '[user]\nTaken up again.']);
  });

  test('of aider: the last chat of its history, as it stands, in which somebody says something', async () => {
    write(
      aiderFile,
      `${aiderChat('Add a test.')}${aiderChat('Fix the test.')}\n# aider chat started at 2026-05-13 09:14:00\n\n> Aider v0.86.1  \n`,
    );
    const { code, said: note } = await handoff();
    const { content } = asked[0]!;
    expect([code, content.match(/^# aider chat/gm)?.length, content.includes('Add a test.')]).toEqual([0, 1, false]);
    expect(content).toContain('\n\n#### Fix the test.  \n#### Use tabs.  \n\nDone.\n\n#### A heading\n\n> Tokens');
    expect(note).toContain('Sending 3 messages');
  });

  test('of opencode, in its files', async () => {
    writeOpencode('ses_b', {});
    writeOpencode('ses_a', { directory: '/elsewhere', time: { updated: Date.now() + 1 } });
    writeOpencode('ses_c', { parentID: 'ses_b', time: { updated: Date.now() + 1 } });
    const { code, said: note } = await handoff();
    expect([code, asked[0]?.content]).toEqual([0, opencodeText]);
    expect(note).toContain('session/p/ses_b.json (opencode)');
  });

  test('of opencode, in its database', async () => {
    mkdirSync(join(home, '.local/share/opencode'), { recursive: true });
    const database = new DatabaseSync(join(home, '.local/share/opencode/opencode.db'));
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
    const session = database.prepare('INSERT INTO session VALUES (?, ?, ?, ?)');
    session.run('ses_b', null, cwd, 2);
    session.run('ses_a', null, '/elsewhere', 3);
    session.run('ses_c', 'ses_b', cwd, 3);
    for (const [n, role] of (['user', 'assistant'] as const).entries()) {
      database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(`m${n}`, 'ses_b', n, JSON.stringify({ role }));
      for (const { id, ...part } of parts[role])
        database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(id, `m${n}`, 'ses_b', JSON.stringify(part));
    }
    // opencode is still running.
    const { code, said: note } = await handoff();
    database.close();
    expect([code, asked[0]?.content]).toEqual([0, opencodeText]);
    expect(note).toContain('opencode.db (ses_b)');
  });

  test('of Gemini CLI, one document in a folder with the hash of the directory', async () => {
    const hash = createHash('sha256').update(cwd).digest('hex');
    write(`.gemini/tmp/${hash}/chats/session-1.json`, JSON.stringify({ ...geminiHead, messages: gemini }, null, 2));
    write('.gemini/tmp/0123/chats/session-2.json', JSON.stringify({ ...geminiHead, messages: [] }));
    const { code, said: note } = await handoff();
    expect([code, asked[0]?.content]).toEqual([0, geminiText]);
    expect(note).toContain('Left out: 1 pieces of reasoning.\nLeft out: 1 notes of the program.\nSending 4 messages');
  });

  test('of Gemini CLI, a log in a folder that names the directory', async () => {
    const wrong = { id: '9', type: 'user', content: 'Taken back.' };
    write('.gemini/tmp/my-project/.project_root', cwd);
    write('.gemini/tmp/my-project/chats/session-1.jsonl', [
      geminiHead,
      { $set: { messages: [wrong] } },
      { $set: { messages: [gemini[0]] } },
      { ...gemini[1], content: 'not yet' },
      gemini[1],
      wrong,
      { $rewindTo: '9' },
      { $set: { summary: 'x' } },
    ]);
    expect([(await handoff()).code, asked[0]?.content]).toEqual([0, geminiText]);
  });

  test('is the newest of all programs, and that of the repository counts', async () => {
    mkdirSync(join(cwd, '.git'));
    write(`.claude/projects/${slug()}/b.jsonl`, claude, 1);
    write('.codex/sessions/2026/05/12/rollout-2-b.jsonl', rollout(cwd, 'Older.'), 2);
    write(aiderFile, aiderChat('Add a test.'), 3);
    cwd = join(cwd, 'src');
    mkdirSync(cwd);
    await handoff();
    expect(asked[0]?.content).toBe(claudeText);
  });
});

describe('options', () => {
  test('--last keeps the last messages', async () => {
    write(`.claude/projects/${slug()}/b.jsonl`, claude);
    const { said: note } = await handoff('--last', '2');
    expect(asked[0]?.content).toBe('[assistant]\nI look.\n\n[user]\nNever restart it.');
    expect(note).toContain('Sending the last 2 of 3 messages (45 characters)');
    await handoff('--last', '99');
    expect(asked[1]?.content).toBe(claudeText);
  });

  test('--session and --target', async () => {
    write(`.claude/projects/${slug()}/b.jsonl`, claude);
    const file = write('other.jsonl', [said('user', 'Another one.')]);
    await handoff('--session', file, '--target', 'constraints');
    expect(asked).toEqual([{ content: '[user]\nAnother one.', target: 'constraints' }]);
  });

  test('--session takes a file of the storage of opencode, and an export', async () => {
    await handoff('--session', writeOpencode('ses_b', { directory: '/elsewhere' }));
    const messages = (['user', 'assistant'] as const).map((role) => ({ info: { role }, parts: parts[role] }));
    await handoff('--session', write('export.json', JSON.stringify({ info: { id: 'ses_b' }, messages }, null, 2)));
    expect(asked.map(({ content }) => content)).toEqual([opencodeText, opencodeText]);
  });

  test('--last 0, and one that is no number, are wrong uses', async () => {
    for (const last of ['0', 'two']) expect(await handoff('--last', last)).toMatchObject({ code: 2, printed: '' });
    expect(asked).toEqual([]);
  });
});

describe('sends nothing, says why and ends with 1', () => {
  test('where there is no session', async () => {
    expect(await handoff()).toEqual({
      code: 1,
      printed: '',
      said: expect.stringMatching(/There is no session of .* for .*--session FILE/),
    });
  });

  test.each([
    ['an empty file', ''],
    ['a file without messages', JSON.stringify({ type: 'summary', summary: 'x' })],
    [
      'a file with calls of no one',
      JSON.stringify({ type: 'user', sessionId: 's', isMeta: true, message: { role: 'user', content: 'x' } }),
    ],
  ])('where the newest is %s', async (_, content) => {
    write(`.claude/projects/${slug()}/b.jsonl`, content);
    expect(await handoff()).toEqual({ code: 1, printed: '', said: expect.stringContaining('There are no messages in ') });
  });

  test.each([
    ['is not there', undefined, 'cannot be read'],
    ['is empty', '', 'There are no messages in '],
    ['is no session', '# Notes\n\nUser: please.\n', 'is no session file'],
    ['is JSON of something else', '{"a": [1, 2]}', 'is no session file'],
  ])('where the file that is named %s', async (_, content, why) => {
    const file = content === undefined ? join(home, 'nowhere') : write('named', content);
    expect(await handoff('--session', file)).toEqual({ code: 1, printed: '', said: expect.stringContaining(why) });
  });

  afterEach(() => expect(asked).toEqual([]));
});
