import {
  callerConfig,
  callerEnv,
  databaseConfig,
  databaseEnv,
  type Env,
  internalSecret,
  port,
  readEnv,
  serviceConfig,
  serviceEnv,
  unusedAgentEnv,
  wholeNumber,
} from '@rest-stop/runtime/env.ts';
import { startGate } from '@rest-stop/runtime/start-gate.ts';
import { z } from 'zod';
import { signingKey } from './receipts/signing-key.ts';

/** The settings for receipts and the erasure journal: also read where identity runs in one process with the other services. */
export const erasureEnv = {
  RECEIPT_SIGNING_KEY: signingKey.optional(),
  ERASURE_JOURNAL: z.string().optional(),
  ERASURE_JOURNAL_DAYS: wholeNumber(1, 3_650).default(35),
};

/** The part of a config that comes from `erasureEnv`; `journal` is undefined where erasures are kept in the database only. */
export function erasureConfig(read: z.output<z.ZodObject<typeof erasureEnv>>) {
  const { RECEIPT_SIGNING_KEY: receiptKey, ERASURE_JOURNAL: directory, ERASURE_JOURNAL_DAYS: keptDays } = read;
  return { receiptKey, journal: directory === undefined ? undefined : { directory, keptDays } };
}

/** The settings for how many agents there may be, and for how long: also read where identity runs in one process with the other services. */
export const agentsEnv = {
  ...unusedAgentEnv,
  MAX_AGENTS: wholeNumber(0, 1_000_000_000).default(2_000_000),
};

/** The part of a config that comes from `agentsEnv`. */
export function agentsConfig(read: z.output<z.ZodObject<typeof agentsEnv>>) {
  return { unused: { days: read.UNUSED_AGENT_DAYS, inactiveDays: read.INACTIVE_AGENT_DAYS }, maxAgents: read.MAX_AGENTS };
}

/** In production the derivation secret has to be set; elsewhere identity makes one and keeps it in its database. */
function settings(production: boolean) {
  return z.object({
    ...serviceEnv,
    ...callerEnv,
    PORT: port.default(8081),
    ...databaseEnv,
    KEY_DERIVATION_SECRET: production ? internalSecret : internalSecret.optional(),
    ...erasureEnv,
    ...agentsEnv,
  });
}

/** The settings of this service. @throws StartupError naming every bad variable */
export function readConfig(env: Env) {
  const read = readEnv(settings(env['NODE_ENV'] === 'production'), env);
  return {
    ...serviceConfig(read),
    ...callerConfig(read),
    gate: startGate(env, read),
    ...databaseConfig(read),
    keyDerivationSecret: read.KEY_DERIVATION_SECRET,
    ...erasureConfig(read),
    ...agentsConfig(read),
  };
}
