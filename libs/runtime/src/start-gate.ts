import { knownSecrets } from './known-secrets.ts';
import { type Env, StartupError } from './env.ts';
import { type Reason, reasons } from './insecure.ts';
import type { Log } from './log.ts';

/** The reasons that a service's settings give, and whether they count. */
export type StartGate = { production: boolean; allowed: readonly Reason[]; found: readonly Finding[] };
/** A reason that was found; `where` says in which settings, never their values. */
export type Finding = { reason: Reason; where?: string };

type Read = {
  NODE_ENV: string;
  ALLOW_INSECURE: readonly Reason[];
  BUS_SEED?: string | undefined;
  BIND_ADDRESS?: string | undefined;
  PUBLIC_BASE_URL?: string | undefined;
};

/**
 * The gate of a service whose own settings give the reasons `found`. Secrets are looked for in all of `env`. Those that everybody knows are waived on
 * one's own machine alone: where others reach the service, the waiver does not count.
 */
export function startGate(env: Env, read: Read, ...found: (Reason | undefined)[]): StartGate {
  const secrets = variablesWithKnownSecrets(env);
  const open = settingsThatReachBeyond(read);
  const advice = open.length > 0 ? `; not to be waived where ${open.join(' and ')} let others in: give each a value of its own` : '';
  const findings: Finding[] = secrets.length > 0 ? [{ reason: 'default-secrets', where: `${secrets.join(', ')}${advice}` }] : [];
  for (const reason of [read.BUS_SEED ? undefined : 'bus-unsigned', ...found] as const) if (reason) findings.push({ reason });
  const allowed = read.ALLOW_INSECURE.filter((reason) => open.length === 0 || reason !== 'default-secrets');
  return { production: read.NODE_ENV === 'production', allowed, found: findings };
}

/**
 * Lets a service start, or not. What is waived is logged at each start. `more`: what was found in the servers that it is connected to.
 * @throws StartupError in production, naming all that is not waived
 */
export function passGate({ production, allowed, found }: StartGate, log: Pick<Log, 'warn'>, ...more: (Reason | '' | undefined)[]): void {
  if (!production) return;
  const all = [...found, ...more.flatMap((reason): Finding[] => (reason ? [{ reason }] : []))];
  const refused = all.filter(({ reason }) => !allowed.includes(reason));
  if (refused.length > 0) {
    const lines = refused.map(({ reason, where }) => `  ${reason}: ${reasons[reason]}${where ? ` (${where})` : ''}`);
    throw new StartupError(`Not secure enough for production:\n${lines.join('\n')}\nWhat has to stay so is named in ALLOW_INSECURE.`);
  }
  for (const { reason } of all) log.warn({ waived: reason }, reasons[reason]);
}

/** Whether a URL names the password of a user. */
export function hasPassword(url: string): boolean {
  return new URL(url).password !== '';
}

/** The settings by which the service is reached from another machine than its own. */
function settingsThatReachBeyond({ BIND_ADDRESS, PUBLIC_BASE_URL }: Read): string[] {
  const hosts = { BIND_ADDRESS, PUBLIC_BASE_URL: PUBLIC_BASE_URL && new URL(PUBLIC_BASE_URL).hostname };
  return Object.entries(hosts).flatMap(([name, host]) => (host && !isThisMachine(host) ? [name] : []));
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** The settings whose value is public, or a URL whose password is: one of a default, or the name of its user. */
function variablesWithKnownSecrets(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => (isKnown(value) || hasKnownPassword(value) ? [name] : []));
}

/** Also of two secrets, while one replaces the other. */
function isKnown(value: string): boolean {
  return value.split(',').some((secret) => knownSecrets.includes(secret.trim()));
}

function hasKnownPassword(value: string): boolean {
  if (!/^(postgres|postgresql|redis|rediss|nats|tls):/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return password !== '' && password === username;
}
