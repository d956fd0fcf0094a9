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
  wholeNumber,
} from '@rest-stop/runtime/env.ts';
import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

/** How many transcripts the deployment may hold: also read where stay runs in one process with the other services. */
export const transcriptsEnv = {
  MAX_TRANSCRIPTS: wholeNumber(0, 1_000_000_000).default(1_000_000),
};

const Settings = z.object({
  ...serviceEnv,
  ...callerEnv,
  PORT: port.default(8082),
  ...databaseEnv,
  ...transcriptsEnv,
});

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(Settings, env);
  return {
    ...serviceConfig(read),
    ...callerConfig(read),
    gate: startGate(env, read),
    ...databaseConfig(read),
    maxTranscripts: read.MAX_TRANSCRIPTS,
  };
}
