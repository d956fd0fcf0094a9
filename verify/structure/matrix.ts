import type { Import } from './imports.ts';

/** How many imports of one folder mean another one: those of its code, and those of its tests. */
type Count = { code: number; tests: number };

/** What each folder imports; the folders stand in such an order that code imports only what stands above it. */
export type Structure = Map<string, Map<string, Count>>;

export function structureOf(imports: readonly Import[]): Structure {
  const found: Structure = new Map();
  for (const { from, to } of imports) {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (!importer) continue;
    const row = found.get(importer) ?? new Map<string, Count>();
    found.set(importer, row);
    if (!imported || importer === imported) continue;
    const count = row.get(imported) ?? { code: 0, tests: 0 };
    count[/\.test\.ts$|\/test\//.test(from) ? 'tests' : 'code'] += 1;
    row.set(imported, count);
  }
  return inOrder(found);
}

/** @throws when folders import one another in a circle */
function inOrder(found: Structure): Structure {
  const ordered: Structure = new Map();
  while (ordered.size < found.size) {
    const left = [...found].filter(([folder]) => !ordered.has(folder));
    // What tries all the others stands last.
    const next = left.filter(
      ([folder, row]) =>
        (folder !== 'verify' || left.length === 1) && [...row].every(([imported, { code }]) => code === 0 || ordered.has(imported)),
    );
    if (next.length === 0) throw new Error('folders import one another in a circle');
    for (const [folder, row] of next.toSorted(([a], [b]) => a.localeCompare(b))) ordered.set(folder, row);
  }
  return ordered;
}

function folderOf(file: string): string | undefined {
  return /^((?:libs|services)\/[^/]+|embedded|scripts|bench|verify)\//.exec(file)?.[1];
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
  const folders = [...structure.keys()];
  const columns = folders.filter((folder) => [...structure.values()].some((row) => row.has(folder)));
  const cells = [
    ['imports', ...columns.map((folder) => folder.replace(/.*\//, ''))],
    ['---', ...columns.map(() => ':-:')],
    ...folders.map((folder) => {
      const row = structure.get(folder);
      return [
        `\`${folder}\``,
        ...columns.map((column) => (folder === column ? '–' : row?.has(column) ? cellOf(row.get(column) as Count) : '')),
      ];
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
