import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { siteUrlOf } from '@rest-stop/contracts/documents.ts';
import { mcpPath } from '@rest-stop/contracts/mcp.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

let service: Deployment;
let url: string;
beforeAll(async () => {
  service = await startEmbedded();
  // The suite tries by its name whether this machine is protected against pages that rebind theirs.
  url = siteUrlOf(service.baseUrls[0] as string).replace('127.0.0.1', 'localhost') + mcpPath;
});
afterAll(() => service?.close());

/** Runs what the revision requires of a server. */
function conformance(revision: string): Promise<{ failed: boolean; output: string }> {
  const known = fileURLToPath(new URL(`./conformance/${revision}.yaml`, import.meta.url));
  const words = ['server', '--url', url, '--requirements', revision, '--expected-failures', known];
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...words], (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }));
  });
}

test.each(['2025-11-25', '2026-07-28'])('every scenario of %s passes that needs no tool made for it', async (revision) => {
  const { failed, output } = await conformance(revision);
  expect(failed, output).toBe(false);
  expect(output).toContain('✓ dns-rebinding-protection: 2 passed, 0 failed');
});
