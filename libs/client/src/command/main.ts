#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { run } from './run.ts';

// A reader that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

async function standardInput(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin.isTTY ? undefined : standardInput,
  lines: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
  isTerminal: process.stderr.isTTY,
  print: (text) => process.stdout.write(text),
  say: (text) => process.stderr.write(text),
});
