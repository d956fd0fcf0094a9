import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Given } from './given-target.ts';

export type Mode = 'distributed' | 'embedded';
export type DrillOptions = { seed: string; deploy: Mode[]; given: Given | undefined };

const list = { type: 'string', multiple: true, default: [] as string[] } as const;

/**
 * `--deploy distributed|embedded|both`: starts a deployment itself. Otherwise BASE_URL names a running one, and what follows where it can be
 * searched; lists in variables are separated by commas. `--seed` plants the same texts again, on a deployment that has not seen them.
 * @throws a sentence for whoever called it wrongly
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): DrillOptions {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      deploy: { type: 'string' },
      database: list,
      redis: list,
      nats: list,
      log: list,
      metrics: list,
      files: list,
      'database-files': list,
    },
  });
  const fromEnv = (name: string) => (env[name] ?? '').split(',').filter(Boolean);
  const seed = values.seed ?? randomBytes(6).toString('hex');
  if (values.deploy !== undefined) return { seed, deploy: modesOf(values.deploy), given: undefined };
  const baseUrl = env['BASE_URL'];
  if (!baseUrl)
    throw new Error('set BASE_URL to the service to be searched (it ends in /v1), or use --deploy distributed, embedded or both');
  const given: Given = {
    baseUrl,
    databases: [...values.database, ...fromEnv('DATABASE_URL')],
    redis: [...values.redis, ...fromEnv('REDIS_URL')],
    nats: [...values.nats, ...fromEnv('NATS_MONITOR_URL')],
    logs: values.log,
    metrics: values.metrics,
    files: values.files,
    databaseFiles: values['database-files'],
  };
  return { seed, deploy: [], given };
}

function modesOf(deploy: string): Mode[] {
  if (deploy === 'both') return ['distributed', 'embedded'];
  if (deploy === 'distributed' || deploy === 'embedded') return [deploy];
  throw new Error('--deploy takes distributed, embedded or both');
}
