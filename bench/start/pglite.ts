// The embedded database alone, `node pglite.ts <folder>`: how long after its start this process has the answer of a first query, and its memory then.
import { PGlite } from '@electric-sql/pglite';

const engine = await PGlite.create(process.argv[2] ?? '');
await engine.query('select 1');
console.log(JSON.stringify({ ms: performance.now(), residentMb: process.memoryUsage.rss() / 2 ** 20 }));
await engine.close();
