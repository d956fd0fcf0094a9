import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url);

export const pathOf = (file: string): string => fileURLToPath(new URL(file, root));
export const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** The services that have settings. */
export const services = readdirSync(new URL('services/', root)).filter((name) =>
  existsSync(new URL(`services/${name}/src/config.ts`, root)),
);

const configFiles = [...services.map((name) => `services/${name}/src/config.ts`), 'embedded/src/config.ts'];

/** The names in the environment schema of one source file: its own upper-case keys, and those of every `…Env` that is spread in. */
export function settingsOf(file: string): string[] {
  return [...new Set(namesIn(textOf(file)))];
}

function namesIn(source: string): string[] {
  const spread = [...source.matchAll(/\.\.\.(\w+Env)\b/g)].map(([, name]) => blockOf(`const ${name} = {`));
  return [...keysIn(source), ...spread.flatMap(namesIn)];
}

/** The settings of the program that `command` runs. */
export function settingsOfProgram(command: readonly string[]): string[] {
  const [, program = ''] = command;
  return settingsOf(program.replace(/main\.ts$/, 'config.ts'));
}

type ReadConfig = (env: Record<string, string | undefined>) => unknown;

/** Reads the settings of `service` as it would at its start in the image. @throws StartupError naming what is bad or missing */
export async function readSettings(service: string, env: Record<string, string>): Promise<unknown> {
  const { readConfig } = (await import(new URL(`services/${service}/src/config.ts`, root).href)) as { readConfig: ReadConfig };
  const ofImage = Object.fromEntries([...textOf('Dockerfile').matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  return readConfig({ ...ofImage, ...env });
}

/** Every setting that any program reads. */
export function allSettings(): string[] {
  const files = [...configFiles, 'scripts/migrate.ts', 'scripts/server-users.ts', 'scripts/erasures-replay.ts'];
  return [...new Set(files.flatMap(settingsOf))];
}

export type ComposeService = {
  image: string;
  command: string[];
  ports?: unknown[];
  network_mode?: string;
  networks?: string[];
  mem_limit?: string;
  user?: string;
  environment?: Record<string, string>;
  /** Each `<named volume>:<path>`. */
  volumes?: string[];
};

export type ComposeFile = {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean } | null>;
};

export function composeFile(): ComposeFile {
  return parse(textOf('docker-compose.yml'), { merge: true }) as ComposeFile;
}

export function compose(): Record<string, ComposeService> {
  return composeFile().services;
}

function keysIn(source: string): string[] {
  return [...source.matchAll(/(?:^|[{,])\s*([A-Z][A-Z0-9_]+)\s*:/gm)].map(([, name]) => name as string);
}

/** The object of settings that begins with `opening`, wherever it stands. */
function blockOf(opening: string): string {
  const source = ['libs/runtime/src/env.ts', ...configFiles].map(textOf).find((text) => text.includes(opening));
  if (source === undefined) throw new Error(`${opening} is not to be found`);
  const start = source.indexOf(opening);
  return source.slice(start, source.indexOf('\n};', start));
}
