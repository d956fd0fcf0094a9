import { databaseUrl, internalSecret, port, readEnv, serviceEnv, wholeNumber } from '@rest-stop/runtime/env.ts';
import { z } from 'zod';
import { signingKey } from './receipts/signing-key.ts';

/** How long a start waits for each of PostgreSQL, NATS and the migrations, in milliseconds: they may be coming up at the same time. */
const waitMs = 60_000;

/** What proves an erasure and what keeps it, in whichever process identity runs. */
export const erasureEnv = {
  RECEIPT_SIGNING_KEY: signingKey.optional(),
  ERASURE_JOURNAL: z.string().optional(),
  ERASURE_JOURNAL_DAYS: wholeNumber(1, 3_650).default(35),
};

/** Where the erasure journal is and for how many days its entries are kept; undefined: there is none. */
export function journalOf({ ERASURE_JOURNAL: directory, ERASURE_JOURNAL_DAYS: keptDays }: z.output<z.ZodObject<typeof erasureEnv>>) {
  return directory === undefined ? undefined : { directory, keptDays };
}

/** Where nothing is at stake identity makes the secret itself and keeps it in its database; in production it has to come from elsewhere. */
function settings(production: boolean) {
  return z.object({
    ...serviceEnv,
    PORT: port.default(8081),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
    KEY_DERIVATION_SECRET: production ? internalSecret : internalSecret.optional(),
    ...erasureEnv,
  });
}

/** The settings of this service. @throws StartupError naming every bad one. */
export function readConfig(env: Record<string, string | undefined>) {
  const read = readEnv(settings(env['NODE_ENV'] === 'production'), env);
  return {
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    secret: read.INTERNAL_SECRET,
    natsUrl: read.NATS_URL,
    databaseUrl: read.DATABASE_URL,
    poolSize: read.DATABASE_POOL_SIZE,
    keyDerivationSecret: read.KEY_DERIVATION_SECRET,
    receiptKey: read.RECEIPT_SIGNING_KEY,
    journal: journalOf(read),
    waitMs,
  };
}
