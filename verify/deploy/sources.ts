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

/** The names in the environment schema of one source file: its own upper-case keys, and those of `serviceEnv` where that is spread in. */
export function settingsOf(file: string): string[] {
  const source = textOf(file);
  const names = keysIn(source);
  if (/\.\.\.serviceEnv\b/.test(source)) names.push(...keysIn(blockOf(textOf('libs/runtime/src/env.ts'), 'export const serviceEnv = {')));
  return [...new Set(names)];
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
  const files = [
    ...services.map((name) => `services/${name}/src/config.ts`),
    'embedded/src/config.ts',
    'scripts/migrate.ts',
    'scripts/erasures-replay.ts',
  ];
  return [...new Set(files.flatMap(settingsOf))];
}

export type ComposeService = {
  image: string;
  command: string[];
  ports?: unknown[];
  network_mode?: string;
  environment?: Record<string, string>;
  /** Each `<named volume>:<path>`. */
  volumes?: string[];
};

export type ComposeFile = { services: Record<string, ComposeService>; volumes: Record<string, unknown> };

export function composeFile(): ComposeFile {
  return parse(textOf('docker-compose.yml'), { merge: true }) as ComposeFile;
}

export function compose(): Record<string, ComposeService> {
  return composeFile().services;
}

function keysIn(source: string): string[] {
  return [...source.matchAll(/(?:^|[{,])\s*([A-Z][A-Z0-9_]+)\s*:/gm)].map(([, name]) => name as string);
}

function blockOf(source: string, opening: string): string {
  const start = source.indexOf(opening);
  if (start < 0) throw new Error(`${opening} is not to be found`);
  return source.slice(start, source.indexOf('\n};', start));
}
