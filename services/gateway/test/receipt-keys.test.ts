import { readReceiptKeys, receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { afterEach, expect, test } from 'vitest';
import { type Gateway, startGateway } from './harness.ts';

let gateway: Gateway;
afterEach(() => gateway.close());

test('the keys document is asked of identity for many clients at once, and is there while identity is not', async () => {
  gateway = await startGateway();
  let asked = 0;
  let fails = false;
  gateway.bus.serve(readReceiptKeys, { queue: 'identity' }, async () => {
    asked++;
    if (fails) throw new Error('away');
    return { keys: [] };
  });
  const get = async () => (await fetch(gateway.url + receiptKeysPath)).status;
  const clients = 200;
  expect(new Set(await Promise.all(Array.from({ length: clients }, get)))).toEqual(new Set([200]));
  expect(asked).toBeLessThan(clients / 4);
  fails = true;
  const failed = asked;
  await expect.poll(async () => [await get(), asked > failed]).toEqual([200, true]);
});
