import {
  callerConfig,
  callerEnv,
  databaseConfig,
  databaseEnv,
  type Env,
  port,
  readEnv,
  serviceConfig,
  serviceEnv,
} from '@rest-stop/runtime/env.ts';
import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

const Settings = z.object({
  ...serviceEnv,
  ...callerEnv,
  PORT: port.default(8082),
  ...databaseEnv,
});

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(Settings, env);
  return {
    ...serviceConfig(read),
    ...callerConfig(read),
    gate: startGate(env, read),
    ...databaseConfig(read),
  };
}
