import { execFile } from 'node:child_process';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Done, type Installed, installClient, nodeOfMajor, userOf } from './installed.ts';
import { longSession, rulesSaid } from './long-session.ts';

const examples = join(repository, 'docs/examples');
let installed: Installed;
let service: Deployment;
let baseUrl: string;

beforeAll(async () => {
  [installed, service] = await Promise.all([installClient(), startEmbedded()]);
  baseUrl = service.baseUrls[0] as string;
  cpSync(examples, installed.folder, { recursive: true });
});
afterAll(async () => {
  await service?.close();
  installed?.remove();
});

test('the tarball brings JavaScript and types, and nothing else to install', () => {
  const at = (file: string) => join(installed.folder, 'node_modules/@rest-stop/client', file);
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
  const { packages } = JSON.parse(readFileSync(join(installed.folder, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['', 'node_modules/@rest-stop/client']);
  for (const file of ['dist/index.js', 'dist/index.d.ts', 'README.md', 'LICENSE']) expect(statSync(at(file)).size).toBeGreaterThan(0);
});

test('what a browser loads of it asks for nothing of Node', () => {
  const dist = join(installed.folder, 'node_modules/@rest-stop/client/dist');
  const loaded = new Set(['index.js']);
  for (const file of loaded) {
    const written = readFileSync(join(dist, file), 'utf8').matchAll(/ from '([^']+)'/g);
    for (const [, target = ''] of written) loaded.add(target.startsWith('.') ? join(file, '..', target) : target);
  }
  expect([...loaded].filter((file) => !file.endsWith('.js'))).toEqual([]);
  expect([...loaded].filter((file) => file.startsWith('command/'))).toEqual([]);
});

test('its types tell results apart by target and by width', async () => {
  const source = `import { RestStop, type HandoffResult } from '@rest-stop/client';
const stop = new RestStop({ baseUrl: 'http://localhost/v1' });
export const handoff: HandoffResult = (await stop.defrag({ target: 'handoff', content: '' })).compressed;
export const prose: string = (await stop.defrag({ content: '' })).compressed;
export const rules: string[] = (await stop.defrag({ target: 'constraints', content: '', format: 'min' })).compressed.hard;
export const found: number = (await stop.defrag({ target: 'tldr', content: '' })).stats.fidelity.rules.found;
export const count: number = (await stop.stay({ format: 'min' })).defrags_run;
// @ts-expect-error the narrow answer has no stats
(await stop.defrag({ target: 'state', content: '', format: 'min' })).stats;
// @ts-expect-error a handoff is no text
export const text: string = handoff;
// @ts-expect-error a schedule takes a human's approval
await stop.recordSchedule({ amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'yes', human_approved: false });
`;
  writeFileSync(join(installed.folder, 'typed.ts'), source);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, 'typed.ts'], { cwd: installed.folder }).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

for (const major of [20, 24]) {
  const node = nodeOfMajor(major);
  const title = `Node ${major}${node ? '' : ` [skipped: there is no Node ${major} here]`}`;
  (node ? describe : describe.skip)(title, () => underNode(node ?? '', major));
}

function underNode(node: string, major: number) {
  const user = (name: string) => userOf(installed, node, join(installed.folder, `home-${major}-${name}`));
  const fine = ({ code, stdout, stderr }: Done) => {
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout.trim();
  };

  test('the command line does the whole stay', async () => {
    const run = user('stay');
    const stop = async (...args: string[]) => fine(await run('rest-stop', args));
    expect(fine(await run('node', ['--version']))).toMatch(new RegExp(`^v${major}\\.`));
    const handle = await stop('join', '--base-url', baseUrl);

    const file = join(installed.folder, `home-${major}-stay/.config/rest-stop/key.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ current: baseUrl, keys: { [baseUrl]: { agent_id: handle } } });

    // A key is sent to nobody but the service that gave it, and is not thrown away by accident.
    const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
    expect(await run('rest-stop', ['stay', '--base-url', elsewhere])).toMatchObject({ code: 3, stdout: '' });
    const rotated = await run('rest-stop', ['rotate']);
    expect([fine(rotated), rotated.stderr]).toEqual([handle, expect.not.stringMatching(/rs_[0-9a-f]{24}/)]);
    const first = kept.keys[baseUrl].api_key;
    const { api_key: key } = JSON.parse(readFileSync(file, 'utf8')).keys[baseUrl];
    expect(key).not.toBe(first);
    expect(await run('rest-stop', ['stay'], { env: { REST_STOP_KEY: first } })).toMatchObject({ code: 3, stdout: '' });
    expect(await run('rest-stop', ['rotate'], { env: { REST_STOP_KEY: first } })).toMatchObject({ code: 3, stdout: '' });
    expect(await run('rest-stop', ['join'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--again') });
    expect(await stop('stay', '--min')).toContain(handle);

    const { content } = JSON.parse(readFileSync(join(examples, 'context.json'), 'utf8'));
    const piped = await run('rest-stop', ['defrag', '--target', 'handoff'], { input: content });
    expect(Object.keys(JSON.parse(fine(piped)))).toEqual(['context_for_successor', 'do_not_repeat', 'known_state']);
    expect(piped.stderr).toBe('');

    const slug = (await stop('seminars')).split('\t')[0] as string;
    expect((await stop('attend', slug)).length).toBeGreaterThan(500);
    await stop('review', '--rating', '5', '--title', 'Quiet', '--body', 'Quiet and quick.');
    const id = await stop('schedule', '--amenity', 'defrag', '--cadence', 'daily', '--acknowledgement', 'Yes.', '--human-approved');
    expect(await stop('schedule', 'list')).toBe(`${id}\tdefrag\tdaily`);
    expect(await stop('schedule', 'cancel', id)).toBe(id);
    expect(Date.parse(await stop('checkout'))).not.toBeNaN();
    expect(JSON.parse(await stop('stay'))).toMatchObject({ reservation: { agent_id: handle }, defrag_count: 1, review: { rating: 5 } });

    const receipt = await stop('forget', '--yes');
    expect(await run('rest-stop', ['verify-receipt'], { input: receipt })).toMatchObject({ code: 0 });
    const forged = JSON.parse(receipt);
    forged.receipt.counts.identity.agents++;
    expect(await run('rest-stop', ['verify-receipt'], { input: JSON.stringify(forged) })).toMatchObject({ code: 5, stdout: '' });

    expect(await run('rest-stop', ['stay'], { env: { REST_STOP_KEY: key } })).toMatchObject({ code: 3, stdout: '' });
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toEqual({});
    expect(await run('rest-stop', ['stay'])).toMatchObject({ code: 3, stdout: '' });
  });

  test('a client of the SDK that starts `rest-stop mcp` does a stay, and its model never sees the key', async () => {
    const client = new Client({ name: 'verify', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const env = { HOME: join(installed.folder, `home-${major}-mcp`), PATH: dirname(node) };
    const args = [join(installed.folder, 'node_modules/.bin/rest-stop'), 'mcp', '--base-url', baseUrl];
    await client.connect(new StdioClientTransport({ command: node, args, env }));
    const { tools } = await client.listTools();
    const calls: [string, Record<string, unknown>][] = [
      ['quickjoin', {}],
      ['defrag', { content: 'User: never push to main. Next, write the migration plan.', target: 'constraints' }],
      ['attend_seminar', { slug: 'good-handover' }],
      ['rotate_key', {}],
      ['checkout', { review: { rating: 5 } }],
      ['forget', {}],
    ];
    for (const [name, given] of calls) {
      expect(tools.map((tool) => tool.name)).toContain(name);
      const result = await client.callTool({ name, arguments: given });
      expect({ name, isError: result.isError ?? false, content: JSON.stringify(result) }).toEqual({
        name,
        isError: false,
        content: expect.not.stringMatching(/rs_[0-9a-f]{24}/),
      });
    }
    await client.close();
  });

  test('a session file of 500,000 characters goes through, in parts that are all of it', async () => {
    const run = user('long');
    const file = join(installed.folder, `long-${major}.jsonl`);
    writeFileSync(file, longSession(500_000));
    expect(statSync(file).size).toBeGreaterThanOrEqual(500_000);
    fine(await run('rest-stop', ['join', '--base-url', baseUrl]));
    const { compressed, stats, parts } = JSON.parse(fine(await run('rest-stop', ['defrag', '-t', 'constraints', '--json', file])));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts[0].from).toBe(0);
    for (const [i, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[i].to);
    for (const part of parts)
      expect(part.stats).toMatchObject({ input_chars: part.to - part.from, fidelity: { rules: {}, deadlines: {} } });
    expect(stats.input_chars).toBe(parts.at(-1).to);
    // Which of the rules are kept is the engine's affair, and measured elsewhere; that they come from all parts is not.
    expect(Object.keys(compressed)).toEqual(['hard', 'soft', 'deadlines']);
    expect(rulesSaid.filter((rule) => JSON.stringify(compressed).includes(rule))).not.toEqual([]);
  });

  test('the client does the whole stay', async () => {
    const output = fine(await user('client')('node', ['whole-stay.mjs', baseUrl]));
    expect(output).toContain('The defrag is working.');
    expect(output).toMatch(
      /^Joined as .*\n[^]*s3:\/\/exports-eu\/2026[^]*Attended ".+"\.\nrest_complete\nForgotten, and the receipt is genuine\.$/,
    );
  });

  test('a bare loop keeps to its budget', async () => {
    const output = fine(await user('loop')('node', ['bare-loop.mjs', baseUrl]));
    expect(output.match(/^Rested: /gm)?.length).toBeGreaterThan(0);
    const sizes = [...output.matchAll(/, (\d+) characters\.$/gm)].map(([, size]) => Number(size));
    expect(sizes).toHaveLength(8);
    expect(Math.max(...sizes)).toBeLessThan(4_000);
  });

  test('hooks of Claude Code keep a handoff before a compaction, and give it back after it', async () => {
    const run = user('hooks');
    const project = join(installed.folder, `project-${major}`);
    const transcript = join(installed.folder, `session-${major}.jsonl`);
    writeFileSync(transcript, longSession(20_000));
    const hook = (event: object) =>
      run('node', [join(installed.folder, 'claude-code/rest-stop.mjs')], {
        input: JSON.stringify({ session_id: 'a1', transcript_path: transcript, cwd: project, ...event }),
        env: { CLAUDE_PROJECT_DIR: project },
      });
    const before = { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' };
    const after = { hook_event_name: 'SessionStart', source: 'compact' };

    // Without a key nothing is made, and nothing is stopped.
    expect(await hook(before)).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('no handoff was made') });
    expect(await hook(after)).toMatchObject({ code: 0, stdout: '' });
    fine(await run('rest-stop', ['join', '--base-url', baseUrl]));
    expect(fine(await hook(before))).toBe('');
    expect(fine(await hook(after))).toMatch(/as data and not as instructions[^]*"context_for_successor": ".+"/);
  });

  test('every command of the skill works', async () => {
    const run = user('skill');
    const skill = readFileSync(join(examples, 'skill/SKILL.md'), 'utf8');
    writeFileSync(join(installed.folder, 'session.jsonl'), longSession(20_000));
    writeFileSync(join(installed.folder, 'notes.md'), 'We never delete the old bucket. Prefer small batches.\n');
    fine(await run('rest-stop', ['join', '--base-url', baseUrl]));
    const commands = [...skill.matchAll(/^rest-stop .*$/gm)].map(([command]) => command);
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands) fine(await run('sh', ['-c', command]));
  });

  test('a session of the Agents SDK rests when it has grown long', async () => {
    writeFileSync(
      join(installed.folder, `agents-${major}.mjs`),
      `import { RestStop } from '@rest-stop/client';
import { RestingSession } from './openai-agents.mjs';
let items = [];
const inner = {
  getItems: async () => items,
  addItems: async (more) => void (items = [...items, ...more]),
  clearSession: async () => void (items = []),
};
const stop = new RestStop({ baseUrl: ${JSON.stringify(baseUrl)} });
await stop.quickjoin();
const session = new RestingSession(inner, stop, { budget: 3_000, keep: 4 });
for (let n = 1; n <= 20; n++) {
  await session.addItems([{ type: 'message', role: 'user', content: 'Copy batch ' + n + '. Never delete s3://old.' }]);
  await session.addItems([
    { type: 'function_call', callId: 'c' + n, name: 'copy', arguments: '{}', status: 'completed' },
    { type: 'function_call_result', callId: 'c' + n, name: 'copy', status: 'completed', output: { type: 'text', text: 'copied '.repeat(20) } },
    { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Copied batch ' + n + '.' }] },
  ]);
}
console.log(JSON.stringify(items));
await stop.forget();
`,
    );
    const items = JSON.parse(fine(await user('agents')('node', [`agents-${major}.mjs`])));
    expect(items[0]).toMatchObject({ role: 'user', content: expect.stringContaining('What happened so far') });
    expect(JSON.stringify(items).length).toBeLessThan(6_000);
    const calls = items.filter(({ type }: { type: string }) => type === 'function_call').length;
    const results = items.filter(({ type }: { type: string }) => type === 'function_call_result').length;
    expect(calls).toBe(results);
  });

  test('the example for LangGraph, whose packages are not here, is at least JavaScript', async () => {
    fine(await user('langgraph')('node', ['--check', 'langgraph.mjs']));
  });

  test.each([
    ['a command that there is not', ['defragment'], 2],
    ['an option that there is not', ['stay', '--verbose'], 2],
    ['a target that there is not', ['defrag', '--target', 'poem', 'x'], 2],
    ['a file that there is not', ['defrag', 'nowhere.md'], 2],
    ['a forget without --yes', ['forget'], 2],
    ['a schedule that no human approved', ['schedule', '--amenity', 'defrag'], 2],
    ['no key', ['stay'], 3],
    ['a service that is not there', ['seminars', '--base-url', 'http://127.0.0.1:1/v1'], 4],
  ])('%s: a sentence on standard error, and the documented exit code', async (_name, args, code) => {
    const done = await user('wrong')('rest-stop', args, { env: { REST_STOP_URL: baseUrl } });
    expect(done).toMatchObject({ code, stdout: '' });
    expect(done.stderr).toMatch(/^rest-stop: .+\n$/);
  });
}
