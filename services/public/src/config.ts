import {
  callerConfig,
  callerEnv,
  emailAddress,
  type Env,
  port,
  rateLimitConfig,
  rateLimitEnv,
  readEnv,
  serviceConfig,
  serviceEnv,
  unusedAgentEnv,
} from '@rest-stop/runtime/env.ts';
import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';

const Settings = z
  .object({
    ...serviceEnv,
    ...callerEnv,
    PORT: port.default(8083),
    OPERATOR_EMAIL: emailAddress.optional(),
    ...rateLimitEnv,
    ...unusedAgentEnv,
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.OPERATOR_EMAIL !== undefined, {
    path: ['OPERATOR_EMAIL'],
    message: 'is required in production: agents that lost their key write there to be forgotten',
  });

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(Settings, env);
  return {
    ...serviceConfig(read),
    ...callerConfig(read),
    gate: startGate(env, read),
    operatorEmail: read.OPERATOR_EMAIL ?? 'operator@example.com',
    limits: { ...rateLimitConfig(read), unusedAgentDays: read.UNUSED_AGENT_DAYS, inactiveAgentDays: read.INACTIVE_AGENT_DAYS },
  };
}
