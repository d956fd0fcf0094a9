import { receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { receiptProblem } from '@rest-stop/identity/receipts/receipt.ts';
import { exportKey, newSigningKey, publicKeyOf } from '@rest-stop/identity/receipts/signing-key.ts';
import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { fillDataFolder } from '@rest-stop/testing/embedded-database.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';

const [data, another] = [temporaryDirectory(), temporaryDirectory()];
beforeAll(async () => {
  for (const { path } of [data, another]) await fillDataFolder(path);
});
afterAll(() => {
  data.remove();
  another.remove();
});

/** Starts the one process on a data folder, has an agent come and be forgotten, and stops it again. */
async function joinAndForget(folder: string, settings: Record<string, string> = {}) {
  const deployment = await startEmbedded(settings, folder);
  try {
    const api = new Api(deployment.baseUrls[0] as string);
    const { key } = await api.join();
    const { receipt } = (await api.post('/forget', { key })).body;
    const { keys } = (await api.get(new URL(receiptKeysPath, api.base).href)).body;
    return { receipt, keys };
  } finally {
    await deployment.close();
  }
}

test('one process signs with the key that it made at its first start, and with a configured one from when there is one', async () => {
  const first = await joinAndForget(data.path);
  const restarted = await joinAndForget(data.path);
  expect(restarted.keys).toEqual(first.keys);
  expect(receiptProblem(first.receipt, restarted.keys)).toBeUndefined();
  expect(receiptProblem(restarted.receipt, first.keys)).toBeUndefined();

  const configured = newSigningKey();
  const changed = await joinAndForget(data.path, { RECEIPT_SIGNING_KEY: exportKey(configured) });
  expect(changed.receipt.key_id).toBe(publicKeyOf(configured).kid);
  for (const { receipt } of [first, restarted, changed]) expect(receiptProblem(receipt, changed.keys)).toBeUndefined();

  const elsewhere = await joinAndForget(another.path);
  expect(receiptProblem(first.receipt, elsewhere.keys), 'a data folder of its own has a key of its own').toMatch(/keys do not include/);
});
