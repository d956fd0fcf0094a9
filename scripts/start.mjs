// `npm start`: the whole service in one process.
import { resolve } from 'node:path';
import { launch, root } from './bootstrap.mjs';

process.exitCode = await launch([resolve(root, 'embedded/src/main.ts'), ...process.argv.slice(2)], { dev: false, parentWatch: 'program' });
