import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const folders = ['libs', 'services', 'embedded', 'bench', 'scripts', 'verify'];

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    environment: 'node',
    pool: 'forks',
    execArgv: ['--import', new URL('./libs/testing/src/vitest/worker.mjs', import.meta.url).href],
    // Files share the servers below and start processes of their own: more workers would only make each other late.
    maxWorkers: Math.min(availableParallelism(), 4),
    // The reporter names every test that needed its second try.
    retry: 1,
    globalSetup: ['./libs/testing/src/servers/global-setup.ts'],
    setupFiles: ['./libs/testing/src/vitest/seed.ts'],
    reporters: ['default', './libs/testing/src/vitest/reporter.ts'],
    // What a test waits for may come late on a busy machine; that it comes is what is tested.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
