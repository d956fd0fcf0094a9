// `npm run dev`: the whole service in one process, started again whenever one of its files changes. `npm run dev -- --inspect` opens the debugger's port.
import { resolve } from 'node:path';
import { launch, root } from './bootstrap.mjs';

const options = ['--watch', '--watch-preserve-output', ...process.argv.slice(2)];
process.exitCode = await launch([...options, resolve(root, 'embedded/src/main.ts')], { dev: false, parentWatch: 'preload' });
