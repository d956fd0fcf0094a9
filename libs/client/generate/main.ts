import { writeFileSync } from 'node:fs';
import { printInterface } from './print.ts';

writeFileSync(new URL('../src/interface.ts', import.meta.url), printInterface());
