import { buckets, type Kind, kinds, verdicts } from './canaries/kinds.ts';
import type { Report } from './drill.ts';
import { type Store, stores } from './places/chunk.ts';
import type { Findings, Hit } from './scan/scan.ts';

const shownGroups = 60;

/** What must not have been found. */
export function unexpected({ registered, idle, forgotten }: Report): Hit[] {
  return [registered, idle, forgotten].flatMap((findings) => findings?.hits.filter(({ verdict }) => verdict === 'leak') ?? []);
}

/** What has to be where it was looked for, and was not found: then it is the scan that is blind. */
export function unseen({ registered: { hits, places }, canaries }: Report): string[] {
  const mustBeSeen: [kind: Kind, store: Store][] = [
    ...Object.entries(kinds)
      .filter(([, { columns }]) => columns?.some((column) => places.get('table')?.has(column)))
      .map(([kind]): [Kind, Store] => [kind as Kind, 'table']),
    ['key_hash', 'redis'],
    ['content', 'provider'],
  ];
  const isSeen = (kind: Kind, store: Store) => hits.some((hit) => hit.store === store && hit.canary.kind === kind);
  return mustBeSeen
    .filter(([kind, store]) => places.has(store) && canaries.all.some((canary) => canary.kind === kind) && !isSeen(kind, store))
    .map(([kind, store]) => `${kind} in ${store}`);
}

/** The whole report, to be read by a person. */
export function print(report: Report): string {
  const { target, requests, statuses, notes, notSearched } = report;
  const phases = [
    ['while the agents are registered', report.registered],
    ['after they were forgotten, in the files of the running service', report.idle],
    ['after they were forgotten', report.forgotten],
  ] as const;
  const bad = unexpected(report);
  return [
    `\n${target}`,
    `${requests} requests, answers by status: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${status}×${n}`)
      .join(' ')}`,
    ...notes,
    ...phases.flatMap(([title, findings]) => (findings ? ['', `${title}:`, ...byBucket(report, findings), '', ...byStore(findings)] : [])),
    '',
    ...(notSearched.length > 0 ? ['Not searched, so nothing is known of:', ...notSearched.map((what) => `  - ${what}`)] : []),
    ...unseen(report).map((kind) => `BLIND: no ${kind}, where one has to be: this search proves nothing`),
    ...described(bad),
    `${bad.length} unexpected hits`,
  ].join('\n');
}

function byBucket({ canaries }: Report, { hits }: Findings): string[] {
  const rows = buckets.map((bucket) => {
    const planted = canaries.all.filter(({ kind }) => kinds[kind].bucket === bucket && kind !== 'witness');
    return [bucket, String(planted.length), ...counts(hits.filter(({ canary }) => kinds[canary.kind].bucket === bucket))];
  });
  return table(['bucket', 'planted', 'expected', 'residue', 'unexpected'], rows);
}

function byStore({ hits, bytes, places }: Findings): string[] {
  const rows = stores
    .filter((store) => bytes.has(store))
    .map((store) => {
      const size = `${((bytes.get(store) ?? 0) / 1e6).toFixed(1)} MB`;
      return [store, String(places.get(store)?.size ?? 0), size, ...counts(hits.filter((hit) => hit.store === store))];
    });
  return table(['searched', 'places', 'read', 'expected', 'residue', 'unexpected'], rows);
}

function counts(hits: Hit[]): string[] {
  const planted = hits.filter(({ canary }) => canary.kind !== 'witness');
  return verdicts.map((verdict) => String(planted.filter((hit) => hit.verdict === verdict).length));
}

/** One line for each place and kind of text, with one example: a leak that repeats itself must not hide another one. */
function described(hits: Hit[]): string[] {
  const groups = [...Map.groupBy(hits, ({ verdict, store, where, canary }) => `${verdict} in ${store} ${where}: ${canary.kind}`)];
  const lines = groups.flatMap(([what, [first, ...others]]) => {
    if (!first) return [];
    const also = others.length > 0 ? ` (and ${others.length} others)` : '';
    return [`UNEXPECTED ${what}${also}`, `    ${first.canary.label}, as ${first.spelling}, ${first.times} times: ${first.excerpt}`];
  });
  return [...lines.slice(0, 2 * shownGroups), ...(groups.length > shownGroups ? [`… and ${groups.length - shownGroups} more places`] : [])];
}

function table(head: string[], rows: string[][]): string[] {
  const width = (i: number) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0));
  return [head, ...rows].map(([first = '', ...cells]) => {
    const padded = cells.map((cell, i) => cell.padStart(width(i + 1)));
    return `  ${[first.padEnd(width(0)), ...padded].join('  ')}`;
  });
}
