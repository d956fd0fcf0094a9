import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import DeploymentsFirst from './libs/testing/src/vitest/sequencer.ts';

const packages = ['libs', 'services', 'embedded', 'bench', 'scripts'];
/** Tests in a folder `test/` and those of the promises use servers, databases or processes of their own; those beside the code do not. */
const needsMore = ['{libs,services,embedded}/**/test/**/*.test.ts', 'verify/**/*.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // A worker loads each module once for all of its files: with a process per file, loading took more than half of the unit tests' time.
    isolate: false,
    execArgv: ['--import', new URL('./libs/testing/src/vitest/worker.mjs', import.meta.url).href],
    // A file waits a while for the processes that it has started, so there is one worker more than processors; a second more brought nothing.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    sequence: { sequencer: DeploymentsFirst },
    setupFiles: ['./libs/testing/src/vitest/seed.ts'],
    reporters: ['default', './libs/testing/src/vitest/reporter.ts'],
    // What a test waits for may come late on a busy machine; that it comes is what is tested.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Several deployments share the processors here, and few tests are about how soon a gateway gives up what it needs.
    env: { ADMISSION_SILENCE_MS: '5000' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: packages.map((folder) => `${folder}/**/*.test.ts`), exclude: ['**/node_modules/**', ...needsMore] },
      },
      { extends: true, test: { name: 'integration', include: needsMore, globalSetup: ['./libs/testing/src/servers/global-setup.ts'] } },
    ],
  },
});
