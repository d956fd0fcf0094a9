// `npm run drill:trace`: one stay through the real services, and its traces as an indented tree with times.
import { tracesOfOneStay } from './drill.ts';
import { linesOf, timeAndAttributes } from './tree.ts';

for (const tree of await tracesOfOneStay()) console.log(`${linesOf(tree, timeAndAttributes).join('\n')}\n`);
process.exit(0);
