import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ReceiptKey, ReceiptKeys, receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { tolerant } from '@rest-stop/contracts/tolerant.ts';
import { receiptProblem } from '@rest-stop/identity/receipts/receipt.ts';

/** Says whether a receipt was signed by this service. The receipt may also stand in the whole answer of POST /forget. */
const usage = 'usage: npm run verify-receipt -- receipt.json [--keys URL|file]';
const defaultKeys = `http://localhost:8080${receiptKeysPath}`;

try {
  const { values, positionals } = parseArgs({ options: { keys: { type: 'string', default: defaultKeys } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage);
  const receipt = receiptIn(JSON.parse(await textAt(file)));
  const problem = receiptProblem(receipt, await keysAt(values.keys));
  if (problem) throw new Error(problem);
  console.log('The receipt is genuine: it was signed with a key of this service and has not been changed since.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function receiptIn(document: unknown): unknown {
  const { receipt } = (document ?? {}) as { receipt?: unknown };
  return receipt ?? document;
}

async function keysAt(place: string): Promise<ReceiptKey[]> {
  const keys = tolerant(ReceiptKeys).safeParse(JSON.parse(await textAt(place)));
  if (!keys.success) throw new Error(`There are no receipt keys at ${place}.`);
  return keys.data.keys;
}

async function textAt(place: string): Promise<string> {
  if (!/^https?:/.test(place)) return readFile(place, 'utf8');
  const response = await fetch(place, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${place} answered ${response.status}.`);
  return response.text();
}
