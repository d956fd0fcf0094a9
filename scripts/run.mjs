// `node scripts/run.mjs <file.ts> [arguments]`: any TypeScript program of this repository, on a machine with Node 20 or newer.
import { launch } from './bootstrap.mjs';
import { fail } from './node24.mjs';

const args = process.argv.slice(2);
if (args.length === 0) fail('usage: node scripts/run.mjs <file.ts> [arguments]');
process.exitCode = await launch(args, { dev: true, parentWatch: 'preload' });
