import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { publicService } from './support.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
/** It asks nobody for a newer version and tells nobody that it runs. */
const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

it('redocly finds nothing in the document by its recommended rules', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const file = join(directory, 'openapi.json');
    await writeFile(file, (await publicService().get('/openapi.json')).body);
    const command = [redocly, 'lint', '--format=json', '--max-problems=1000', file];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: quiet, cwd: directory });
    const { totals, problems } = JSON.parse(stdout) as { totals: Record<string, number>; problems: { message: string }[] };
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    await rm(directory, { recursive: true });
  }
});
