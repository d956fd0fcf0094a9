import {
  callerConfig,
  callerEnv,
  databaseUrl,
  type Env,
  port,
  readEnv,
  serviceConfig,
  serviceEnv,
  wholeNumber,
} from '@rest-stop/runtime/env.ts';
import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

const Settings = z.object({
  ...serviceEnv,
  ...callerEnv,
  PORT: port.default(8082),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
});

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(Settings, env);
  return {
    ...serviceConfig(read),
    ...callerConfig(read),
    gate: startGate(env, read),
    databaseUrl: read.DATABASE_URL,
    poolSize: read.DATABASE_POOL_SIZE,
  };
}
