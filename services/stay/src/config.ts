import { databaseUrl, port, readEnv, serviceEnv, wholeNumber } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';

const Settings = z.object({
  ...serviceEnv,
  PORT: port.default(8082),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
});

/** The settings of this service. @throws StartupError naming every bad variable. */
export function readConfig(env: Record<string, string | undefined>): z.output<typeof Settings> {
  return readEnv(Settings, env);
}
