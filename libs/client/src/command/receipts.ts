import { readFile } from 'node:fs/promises';
import type { ReceiptKey } from '../interface.ts';
import { checkReceipt } from '../receipt.ts';
import { type Context, UsageError } from './context.ts';
import { textAt } from './defrag.ts';

/** A receipt that no published key has signed as it is. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}

export async function verifyReceipt(context: Context, args: string[]): Promise<void> {
  const { values, positionals } = await context.parse(args, { keys: { type: 'string' } }, 1);
  const receipt = json(await textAt(context, positionals[0]), 'The receipt');
  const check = await checkReceipt(receipt, values.keys === undefined ? await context.stop.receiptKeys() : await keysAt(values.keys));
  if (!check.genuine) throw new NotGenuine(check.reason);
  context.answer(check, 'The receipt is genuine: it was signed with a key of this service and has not been changed since.');
}

async function keysAt(file: string): Promise<ReceiptKey[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const { keys } = (json(text, file) ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new UsageError(`There are no receipt keys in ${file}.`);
  return keys as ReceiptKey[];
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} is not JSON.`);
  }
}
