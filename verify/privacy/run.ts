// `npm run drill:privacy -- [--deploy both]`: plants unique texts in everything that a client can send, searches for them everywhere, has
// the agents forgotten and searches again. Exit 1: something was found where it must not be. Exit 2: the drill itself failed.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Canaries } from './canaries/canaries.ts';
import { givenTarget, type Option, searchable } from './deployments/given.ts';
import { drill, drillOwn, type Mode, type Options, type Report } from './drill.ts';
import { print, unexpected, unseen } from './report.ts';

/** What the documents promise for the files of the one-process mode; longer than the marks live that the gateway leaves of an ended key. */
const options: Options = { patienceMs: 60_000 };
const modes: Record<string, Mode[]> = { both: ['distributed', 'embedded'], distributed: ['distributed'], embedded: ['embedded'] };

try {
  let clean = true;
  for await (const report of reports(process.env)) {
    console.log(print(report));
    clean &&= unexpected(report).length === 0 && unseen(report).length === 0;
  }
  process.exitCode = clean ? 0 : 1;
} catch (error) {
  console.error(`The privacy drill could not be made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

/**
 * `--deploy distributed|embedded|both`: starts a deployment itself. Otherwise BASE_URL names a running one, and what follows where it can be
 * searched; lists in variables are separated by commas. `--seed` plants the same texts again, on a deployment that has not seen them.
 */
async function* reports(env: NodeJS.ProcessEnv): AsyncGenerator<Report> {
  const list = { type: 'string', multiple: true } as const;
  const text = { type: 'string' } as const;
  const places = Object.fromEntries(Object.keys(searchable).map((option) => [option, list])) as Record<Option, typeof list>;
  const {
    seed = randomBytes(6).toString('hex'),
    deploy,
    ...named
  } = parseArgs({ options: { seed: text, deploy: text, ...places } }).values;
  console.log(`seed ${seed}`);
  if (deploy !== undefined) {
    const wanted = modes[deploy];
    if (!wanted) throw new Error('--deploy takes distributed, embedded or both');
    for (const mode of wanted) yield await drillOwn(mode, `${seed}/${mode}`, { ...options, refuse: true });
    return;
  }
  const baseUrl = env['BASE_URL'];
  if (!baseUrl)
    throw new Error('set BASE_URL to the service to be searched (it ends in /v1), or use --deploy distributed, embedded or both');
  const given = Object.entries(searchable).map(([option, place]) => {
    const fromEnv = 'variable' in place ? (env[place.variable] ?? '').split(',').filter(Boolean) : [];
    return [option, [...(named[option as Option] ?? []), ...fromEnv]];
  });
  yield await drill(givenTarget(baseUrl, Object.fromEntries(given) as Record<Option, string[]>), new Canaries(seed), options);
}
