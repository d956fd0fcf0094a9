// Starts every main.ts as an operator would, on real servers, and ends it again: it has to listen, live, end with 0 in time and leave nothing
// behind. Run by `node scripts/run.mjs verify/boot/boot-check.mjs`.
import { randomBytes } from 'node:crypto';
import { startEmbedded, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';
import { provideBackends } from '@rest-stop/testing/servers/provide.ts';

const counts = { passed: 0, failed: 0, skipped: 0 };
const secret = () => randomBytes(32).toString('hex');

const { postgres, redis, nats, reasons, close } = await provideBackends();
if (reasons.length > 0) report('skipped', 'services', reasons.join('; '));
else {
  const secrets = { KEY_DERIVATION_SECRET: secret() };
  const settings = {
    ...secrets,
    NODE_ENV: 'production',
    ALLOW_INSECURE: 'base-url-http,redis-open,nats-open',
    OPERATOR_EMAIL: 'operator@example.org',
  };
  await check('services', () => startServices({ postgres, redis, nats }, { settings }));
}
await close();
const data = temporaryDirectory();
await check('embedded', () => startEmbedded({ AI_PROVIDER: 'offline' }, data.path));
data.remove();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

/** Starts and ends programs; what none of them may do is reported for the one that did it. */
async function check(what, start) {
  let deployment;
  try {
    deployment = await start();
  } catch (error) {
    return report('failed', what, error.message);
  }
  // Those that are asked end after those that ask.
  const programs = Object.entries(deployment.children).flatMap(([name, children]) => children.map((child) => ({ name, child })));
  for (const { name, child } of programs.toReversed()) {
    const problem = (await problemOfLiving(child)) ?? (await problemOfEnding(child));
    if (problem) report('failed', name, `${problem}\n${child.output().slice(-3_000)}`);
    else report('passed', name, 'listens, lives, and ends leaving nothing behind');
  }
  await deployment.close();
}

async function problemOfLiving({ port }) {
  const status = await statusAt(port);
  return status === 200 ? undefined : `GET /livez answered ${status}`;
}

async function problemOfEnding({ pid, port, exited, close: end }) {
  await end();
  const code = await exited;
  if (code !== 0) return `ended with ${code} after SIGTERM`;
  if (groupLives(pid)) return 'left a process behind';
  return (await statusAt(port)) === undefined ? undefined : `left port ${port} open`;
}

/** Undefined where nothing listens. */
async function statusAt(port) {
  const asked = fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(5_000) });
  return asked.then(({ status }) => status).catch(() => undefined);
}

/** Each program was started as the first of a group. */
function groupLives(pid) {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function report(outcome, what, detail) {
  counts[outcome] += 1;
  console.log(`${outcome}: ${what}: ${detail}`);
}
