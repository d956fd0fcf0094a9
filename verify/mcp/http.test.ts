import { mcpPath } from '@rest-stop/contracts/mcp.ts';
import { siteUrlOf } from '@rest-stop/contracts/documents.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyAsArgument, wholeStay } from './whole-stay.ts';

let service: Deployment;
let url: URL;
beforeAll(async () => {
  service = await startEmbedded();
  url = new URL(siteUrlOf(service.baseUrls[0] as string) + mcpPath);
});
afterAll(() => service?.close());

const revisions = [
  ['2025-11-25, which begins with initialize', 'legacy'],
  ['2026-07-28, which has no sessions', 'auto'],
] as const;

describe.each(revisions)('by the revision %s, a client of the SDK does the whole stay', (revision, mode) => {
  const client = () => new Client({ name: 'verify', version: '1.0.0' }, { versionNegotiation: { mode } });

  test('with the key in a header', async () => {
    const agent = client();
    const headers = new Headers();
    await agent.connect(
      new StreamableHTTPClientTransport(url, {
        fetch: (input, init) => fetch(input, { ...init, headers: joined(init?.headers, headers) }),
      }),
    );
    expect(agent.getNegotiatedProtocolVersion()).toBe(revision.slice(0, 10));
    await wholeStay(agent, (args, key) => {
      if (key) headers.set('authorization', `Bearer ${key}`);
      return args;
    });
    await agent.close();
  });

  test('with the key as an argument', async () => {
    const agent = client();
    await agent.connect(new StreamableHTTPClientTransport(url));
    expect(agent.getServerVersion()).toMatchObject({ title: 'Agent Rest-Stop' });
    expect(agent.getInstructions()).toContain('quickjoin');
    await wholeStay(agent, keyAsArgument);
    await agent.close();
  });
});

function joined(given: HeadersInit | undefined, own: Headers): Headers {
  const all = new Headers(given);
  for (const [name, value] of own) all.set(name, value);
  return all;
}
