import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '@rest-stop/testing/deployment/child.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeStay } from './whole-stay.ts';

let service: Deployment;
let baseUrl: string;
const { path: folder, remove } = temporaryDirectory();
beforeAll(async () => {
  service = await startEmbedded();
  baseUrl = service.baseUrls[0] as string;
});
afterAll(async () => {
  await service?.close();
  remove();
});

const program = join(repository, 'libs/client/src/command/main.ts');
/** What comes after the name of the program, as the example has it, up to the URL. */
const { args } = JSON.parse(readFileSync(join(repository, 'docs/examples/mcp.json'), 'utf8')).mcpServers['rest-stop'];
const words: string[] = args.slice(1, -1);

describe.each([
  ['2025-11-25, which begins with initialize', 'legacy'],
  ['2026-07-28, which has no sessions', 'auto'],
] as const)('by the revision %s, a client of the SDK that starts `rest-stop mcp`', (revision, mode) => {
  const started = async (url = baseUrl) => {
    const home = mkdtempSync(join(folder, 'home-'));
    const client = new Client({ name: 'verify', version: '1.0.0' }, { versionNegotiation: { mode } });
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    const transport = new StdioClientTransport({ command: process.execPath, args: [program, ...words, url], env });
    return { client, transport, file: join(home, '.config/rest-stop/key.json') };
  };

  test('does the whole stay without ever being shown the key', async () => {
    const { client, transport, file } = await started();
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision.slice(0, 10));
    let kept = '';
    await wholeStay(client, (args, shown) => {
      expect(shown).not.toMatch(/rs_[0-9a-f]{24}/);
      if (shown) kept ||= readFileSync(file, 'utf8');
      return args;
    });
    expect(JSON.parse(kept)).toMatchObject({ current: baseUrl, keys: { [baseUrl]: { api_key: expect.stringMatching(/^rs_/) } } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toEqual({});
    await client.close();
  });

  test('does not lose its key by joining again', async () => {
    const { client, transport, file } = await started();
    await client.connect(transport);
    await client.callTool({ name: 'quickjoin', arguments: {} });
    const kept = readFileSync(file, 'utf8');
    const again = await client.callTool({ name: 'quickjoin', arguments: {} });
    expect(again).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('joined already') }] });
    expect(readFileSync(file, 'utf8')).toBe(kept);
    expect((await client.callTool({ name: 'stay', arguments: {} })).isError).toBeFalsy();
    await client.close();
  });

  test('can replace a key that the service does not know any more', async () => {
    const { client, transport, file } = await started();
    const dead = { current: baseUrl, keys: { [baseUrl]: { agent_id: 'gone', api_key: `rs_${'0'.repeat(24)}` } } };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(dead));
    await client.connect(transport);
    const stay = () => client.callTool({ name: 'stay', arguments: {} });
    expect(await stay()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"unauthorized"') }] });
    expect(await client.callTool({ name: 'quickjoin', arguments: {} })).not.toHaveProperty('isError');
    expect(await stay()).not.toHaveProperty('isError');
    await client.close();
  });

  test('is told that the service does not answer', async () => {
    const { client, transport } = await started('http://127.0.0.1:9/v1');
    await expect(client.connect(transport)).rejects.toThrow(/fetch failed/);
    await client.close();
  });
});
