// `npm run drill:privacy -- [--deploy both]`: plants unique texts in everything that a client can send, searches for them everywhere, has
// the agents forgotten and searches again. Exit 1: something was found where it must not be. Exit 2: the drill itself failed.
import { drill } from './drill.ts';
import { givenTarget } from './given-target.ts';
import { type DrillOptions, type Mode, readOptions } from './options.ts';
import { ownDistributed } from './own-distributed.ts';
import { ownEmbedded } from './own-embedded.ts';
import { type ScriptedProvider, startScriptedProvider } from './provider.ts';
import { print, unexpected, unseen } from './report.ts';
import { Secrets } from './secrets.ts';
import type { Target } from './target.ts';

/** Longer than the marks live that the gateway leaves of an ended key. */
const patienceMs = 20_000;

try {
  const options = readOptions(process.argv.slice(2), process.env);
  console.log(`seed ${options.seed}`);
  process.exitCode = (await drillAll(options)) ? 0 : 1;
} catch (error) {
  console.error(`The privacy drill could not be made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

async function drillAll({ seed, deploy, given }: DrillOptions): Promise<boolean> {
  if (given) return drillOne(givenTarget(given), new Secrets(seed), false);
  let clean = true;
  for (const mode of deploy) {
    const secrets = new Secrets(`${seed}/${mode}`);
    const provider = await startScriptedProvider(secrets);
    try {
      clean = (await drillOne(await start(mode, provider), secrets, true)) && clean;
    } finally {
      await provider.close();
    }
  }
  return clean;
}

async function drillOne(target: Target, secrets: Secrets, refuse: boolean): Promise<boolean> {
  try {
    const report = await drill(target, secrets, { patienceMs, refuse, reclaim: true });
    console.log(print(report));
    return unexpected(report).length === 0 && unseen(report).length === 0;
  } finally {
    await target.close();
  }
}

function start(mode: Mode, provider: ScriptedProvider): Promise<Target> {
  return mode === 'distributed' ? ownDistributed(provider) : ownEmbedded(provider);
}
