// Everything that is measured about speed, in one go, and docs/performance.md with what was found; the soak, which takes ten minutes of its own,
// is `npm run bench:soak`. `npm run bench`, or `npm run bench:quick` for less than a minute of the gateway alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
const whole = [['proxy/run.ts'], ['ai/run.ts'], ['ai/concurrent.ts'], ['bus/run.ts'], ['start/run.ts'], ['scale/run.ts']];
const parts = quick ? [['proxy/run.ts', '--rounds', '4', '--warm-up', '1', '--keep', '0']] : [...whole, ['report/write.ts']];

const folder = fileURLToPath(new URL('.', import.meta.url));
for (const [program = '', ...args] of parts) {
  console.log(`\n${program}`);
  const { status } = spawnSync(process.execPath, [join(folder, program), ...args], { stdio: 'inherit' });
  if (status !== 0) {
    console.log(`${program} failed; the others are run all the same`);
    process.exitCode = 1;
  }
}
