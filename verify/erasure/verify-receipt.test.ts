import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { signReceipt } from '@rest-stop/identity/receipts/receipt.ts';
import { newSigningKey, publicKeyOf } from '@rest-stop/identity/receipts/signing-key.ts';
import { runProgram } from '@rest-stop/testing/deployment/child.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterAll, describe, expect, test } from 'vitest';

const folder = temporaryDirectory();
afterAll(folder.remove);

const key = newSigningKey();
const counts = { identity: { agents: 1 }, gateway: { visits: 7 } };
const receipt = signReceipt({ id: crypto.randomUUID(), forgotten_at: '2026-03-04T05:06:07.891Z', counts, confirmed: ['gateway'] }, key);
const fileOf = (name: string, content: unknown) => {
  const file = join(folder.path, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const keys = fileOf('keys.json', { keys: [publicKeyOf(key)] });

async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runProgram('scripts/verify-receipt.ts', args);
  return { code, said: code === 0 ? stdout : stderr };
}

describe('npm run verify-receipt', () => {
  test('accepts a receipt, alone and in the whole answer', async () => {
    for (const content of [receipt, { ok: true, receipt }]) {
      expect(await verify(fileOf('receipt.json', content), '--keys', keys)).toMatchObject({
        code: 0,
        said: expect.stringContaining('genuine'),
      });
    }
  });

  test('asks a URL for the keys', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify({ keys: [publicKeyOf(key)] })));
    const { port, close } = await listenLocally(server);
    const url = `http://127.0.0.1:${port}${receiptKeysPath}`;
    expect(await verify(fileOf('receipt.json', receipt), '--keys', url)).toMatchObject({ code: 0 });
    await close();
  });

  test.each([
    ['a changed count', { ...receipt, counts: { ...counts, gateway: { visits: 8 } } }, 'The signature does not fit'],
    ['an unknown key', { ...receipt, key_id: 'another' }, 'The keys do not include another'],
    ['something else', { hello: 'there' }, 'This is not an erasure receipt'],
  ])('refuses %s', async (_, content, said) => {
    expect(await verify(fileOf('other.json', content), '--keys', keys)).toEqual({ code: 1, said: expect.stringContaining(said) });
  });

  test.each([[], ['missing.json'], ['a', 'b']])('ends with 1 and a sentence for %j', async (...args) => {
    const { code, said } = await verify(...(args as string[]), '--keys', keys);
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
