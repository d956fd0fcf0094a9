import type { Import } from './imports.ts';

/** The folders of the repository, each above all that it may import. */
const folders = [
  'libs/contracts',
  'libs/runtime',
  'libs/compress',
  'libs/testing',
  'services/gateway',
  'services/identity',
  'services/stay',
  'services/ai-worker',
  'services/public',
  'embedded',
  'scripts',
  'bench',
  'verify',
] as const;
type Folder = (typeof folders)[number];

/** How many imports of one folder mean another one: those of its code, and those of its tests. */
type Count = { code: number; tests: number };
export type Structure = Map<Folder, Map<Folder, Count>>;

export function structureOf(imports: readonly Import[]): Structure {
  const structure: Structure = new Map(folders.map((folder) => [folder, new Map()]));
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (!importer || !imported || importer === imported) continue;
    const count = structure.get(importer)?.get(imported) ?? { code: 0, tests: 0 };
    count[/\.test\.ts$|\/test\//.test(from) ? 'tests' : 'code'] += 1;
    structure.get(importer)?.set(imported, count);
  }
  return structure;
}

function folderOf(file: string): Folder | undefined {
  return folders.find((folder) => file.startsWith(`${folder}/`));
}

/** The numbers: code + tests. */
export function counted(structure: Structure): string {
  return table(structure, ({ code, tests }) => [code, tests].join('+'));
}

/** The same without numbers, so that it changes only when an arrow comes or goes. */
export function marked(structure: Structure): string {
  return table(structure, ({ code }) => (code > 0 ? '●' : '○'));
}

function table(structure: Structure, cellOf: (count: Count) => string): string {
  const columns = folders.filter((folder) => [...structure.values()].some((row) => row.has(folder)));
  const cells = [
    ['imports', ...columns.map((folder) => folder.replace(/.*\//, ''))],
    ['---', ...columns.map(() => ':-:')],
    ...folders.map((folder) => {
      const row = structure.get(folder);
      return [`\`${folder}\``, ...columns.map((column) => (folder === column ? '–' : row?.has(column) ? cellOf(row.get(column) as Count) : ''))];
    }),
  ];
  const widths = (cells[0] as string[]).map((_, i) => Math.max(...cells.map((row) => (row[i] as string).length)));
  return cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`).join('\n');
}

const place = /(?<=<!-- structure -->\n)[^]*(?=<!-- \/structure -->)/;

/** `page` with the table between its two marks. */
export function pictured(page: string, shown: string): string {
  return page.replace(place, `\n${shown}\n\n`);
}
