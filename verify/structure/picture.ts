// `npm run structure [-- --write]`: prints which folder imports which, how often; or puts it into ARCHITECTURE.md without the numbers.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importsOf, read, repositorySources } from './imports.ts';
import { counted, marked, pictured, structureOf } from './matrix.ts';

const structure = structureOf(importsOf(repositorySources()));
if (process.argv.includes('--write')) {
  writeFileSync(fileURLToPath(new URL('../../ARCHITECTURE.md', import.meta.url)), pictured(read('ARCHITECTURE.md'), marked(structure)));
} else console.log(counted(structure));
