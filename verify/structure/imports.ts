import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Source by path below the repository. */
export type Sources = Readonly<Record<string, string>>;

/** One import: `written` as it stands in the code, `to` the file that it means, or the name of a package from elsewhere. */
export type Import = { from: string; to: string; written: string };

export const read = (file: string): string => readFileSync(root + file, 'utf8');

/** Every file of the repository, new ones included, as long as git would take it. */
export function repositoryFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...patterns];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => file !== '' && existsSync(root + file));
}

export function repositorySources(): Sources {
  return Object.fromEntries(repositoryFiles('*.ts', '*.mjs').map((file) => [file, read(file)]));
}

type Package = { name: string; folder: string; exports: Record<string, string> };

/** The packages of this repository. */
const packages: Package[] = globSync('{libs/*,services/*,embedded,verify,bench}/package.json', { cwd: root }).map((file) => {
  const { name, exports = {} } = JSON.parse(read(file)) as { name: string; exports?: Record<string, string> };
  return { name, folder: posix.dirname(file.replaceAll('\\', '/')), exports };
});

export function importsOf(sources: Sources): Import[] {
  return Object.entries(sources).flatMap(([from, source]) =>
    writtenIn(from, source).map((written) => ({ from, to: targetOf(from, written), written })),
  );
}

/** What a source imports or exports from elsewhere, each once. */
function writtenIn(file: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const named = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].map(({ moduleRequest }) => moduleRequest?.value);
  const awaited = dynamicImports.map(({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(source.slice(start, end))?.[1]);
  return [...new Set([...named, ...awaited])].filter((written) => written !== undefined);
}

function targetOf(from: string, written: string): string {
  if (written.startsWith('.')) return posix.join(posix.dirname(from), written);
  const own = packages.find(({ name }) => written === name || written.startsWith(`${name}/`));
  if (own) return posix.join(own.folder, exported(own, `.${written.slice(own.name.length)}`));
  return /^(@[^/]+\/[^/]+|[^/]+)/.exec(written)?.[0] ?? written;
}

/** The file behind a name that a package exports: the longest pattern of its `exports` that fits. */
function exported({ exports }: Package, name: string): string {
  const patterns = Object.entries(exports).toSorted(([a], [b]) => b.length - a.length);
  for (const [pattern, file] of patterns) {
    const [, filled = ''] = new RegExp(`^${RegExp.escape(pattern).replace(String.raw`\*`, '(.+)')}$`).exec(name) ?? [name];
    if (filled || pattern === name) return file.replace('*', filled);
  }
  return name;
}

/** Files that import one another in a circle, each circle as the way round. */
export function circles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, way: string[]): void => {
    if (way.includes(file)) return void found.push([...way.slice(way.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}
