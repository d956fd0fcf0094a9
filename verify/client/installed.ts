import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '@rest-stop/testing/deployment/child.ts';
import { temporaryDirectory } from '@rest-stop/testing/process/reaping.ts';

const execute = promisify(execFile);

/** The client as somebody has it who installed its tarball in an empty folder. */
export type Installed = { folder: string; remove(): void };

/** Packs the client, and installs it where nothing else is; no registry is asked. */
export async function installClient(): Promise<Installed> {
  const { path, remove } = temporaryDirectory();
  const [packed, folder] = [join(path, 'packed'), join(path, 'folder')];
  for (const one of [packed, folder]) mkdirSync(one);
  await execute('npm', ['pack', '--pack-destination', packed], { cwd: join(repository, 'libs/client') });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = globSync('*.tgz', { cwd: packed })[0] as string;
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', join(packed, tarball)], { cwd: folder });
  return { folder, remove };
}

/** What a program did. */
export type Done = { code: number; stdout: string; stderr: string };
type Given = { input?: string; env?: Record<string, string> };

/** Runs `command` under a Node of its own, as a user whose settings lie in `home`, and who has nothing but the client. */
export function userOf({ folder }: Installed, node: string, home: string) {
  const bin = join(folder, 'node_modules/.bin');
  const path = [bin, dirname(node), '/usr/bin', '/bin'].join(delimiter);
  mkdirSync(home, { recursive: true });
  return (command: string, args: readonly string[], { input = '', env = {} }: Given = {}): Promise<Done> =>
    new Promise((resolve) => {
      const settings = { cwd: folder, env: { PATH: path, HOME: home, ...env }, maxBuffer: 50_000_000 };
      const child = execFile(command, args, settings, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
      // Whoever refuses a command does not read its input.
      child.stdin?.on('error', () => undefined).end(input);
    });
}

/** A Node of this major version: this one, or one of the PATH. */
export function nodeOfMajor(major: number): string | undefined {
  const named = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return [process.execPath, ...named].find((path) => existsSync(path) && versionOf(path).startsWith(`v${major}.`));
}

function versionOf(path: string): string {
  return execFileSync(path, ['--version'], { encoding: 'utf8' });
}
