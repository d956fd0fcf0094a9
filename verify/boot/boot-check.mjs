// Starts every main.ts as a process of its own under plain Node, on real servers, and ends it again. Tests cannot show this: vitest
// transforms TypeScript itself and would hide a file that Node refuses. Run by `node scripts/run.mjs verify/boot/boot-check.mjs`.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { freshDatabase } from '@rest-stop/testing/servers/fresh-database.ts';
import { provideBackends } from '@rest-stop/testing/servers/provide.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { startProgram } from './program.mjs';

const root = resolve(import.meta.dirname, '../..');

const counts = { passed: 0, failed: 0, skipped: 0 };
const backends = await provideBackends();
try {
  await checkServices();
  await checkEmbedded();
} finally {
  await backends.stop();
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function checkServices() {
  const services = readdirSync(resolve(root, 'services'));
  if (backends.reasons.length > 0) {
    for (const service of services) report('skipped', `services/${service}`, backends.reasons.join('; '));
    return;
  }
  const database = await freshDatabase(backends.postgres.url);
  execFileSync(process.execPath, [resolve(root, 'scripts/migrate.ts')], { env: { ...baseEnv(), MIGRATION_DATABASE_URL: database.url } });
  const env = {
    ...baseEnv(),
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    REDIS_URL: backends.redis.url,
    NATS_URL: backends.nats.url,
    INTERNAL_SECRET: randomBytes(32).toString('hex'),
    KEY_DERIVATION_SECRET: randomBytes(32).toString('hex'),
  };
  const running = [];
  // The gateway last: it is told where the others are.
  for (const service of services.sort((a, b) => Number(a === 'gateway') - Number(b === 'gateway'))) {
    const upstreams = Object.fromEntries(
      running.map(({ name, port }) => [`${name.toUpperCase().replace('-', '_')}_URL`, `http://127.0.0.1:${port}`]),
    );
    const program = await boot(service, `services/${service}/src/main.ts`, { ...env, ...upstreams });
    if (program) running.push(program);
  }
  for (const program of running.toReversed()) await stop(program);
  await database.drop();
}

async function checkEmbedded() {
  const data = temporaryDirectory();
  const program = await boot('embedded', 'embedded/src/main.ts', { ...baseEnv(), LOG_LEVEL: 'info', DATA_DIR: data.path });
  if (program) await stop(program);
  data.remove();
}

/** Nothing of the caller's own settings may help a program to start. */
function baseEnv() {
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { PATH, HOME, ...(TMPDIR && { TMPDIR }) };
  return {
    ...own,
    HOST: '127.0.0.1',
    PORT: '0',
    AI_PROVIDER: 'offline',
    OPERATOR_EMAIL: 'operator@example.org',
    PUBLIC_BASE_URL: 'http://localhost:8080/v1',
  };
}

/** Starts a program and asks whether it lives; a failure is reported here, a success when it has also ended well. */
async function boot(name, file, env) {
  if (!existsSync(resolve(root, file))) return report('failed', file, 'the file does not exist');
  const program = startProgram(resolve(root, file), env);
  try {
    const port = await program.listening();
    const response = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(5_000) });
    if (response.status !== 200) throw new Error(`GET /livez answered ${response.status}`);
    return { name, file, port, program };
  } catch (error) {
    await program.kill();
    return report('failed', file, `${error.message}\n${program.output()}`);
  }
}

async function stop({ file, port, program }) {
  try {
    await program.stop(port);
    report('passed', file, 'listens, lives, and ends leaving nothing behind');
  } catch (error) {
    await program.kill();
    report('failed', file, `${error.message}\n${program.output()}`);
  }
}

function report(outcome, what, detail) {
  counts[outcome] += 1;
  console.log(`${outcome}: ${what}: ${detail}`);
}
