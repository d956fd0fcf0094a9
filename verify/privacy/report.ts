import { columnsOf } from './expectations.ts';
import type { Report } from './drill.ts';
import { type Store, stores } from './pieces.ts';
import { type Findings, type Hit, leaksOf } from './search.ts';
import { buckets, type Kind } from './secrets.ts';

const shownGroups = 60;

/** What must not have been found; after a reclaiming, also what the databases have not given up. */
export function unexpected({ staying, forgotten, reclaimed }: Report): Hit[] {
  const stuck = reclaimed?.hits.filter(({ verdict, store }) => verdict === 'residue' && store === 'database file') ?? [];
  return [staying, forgotten, reclaimed].flatMap((findings) => (findings ? leaksOf(findings) : [])).concat(stuck);
}

/** What has to be where it was looked for, and was not found: then it is the search that is blind. */
export function unseen({ staying, secrets }: Report): string[] {
  const planted = new Set(secrets.all.map(({ kind }) => kind));
  const missing = (kind: Kind, store: Store) =>
    planted.has(kind) && !staying.hits.some((hit) => hit.store === store && hit.secret.kind === kind);
  const tables = staying.places.get('table') ?? new Set();
  const kinds = Object.keys(columnsOf) as Kind[];
  return [
    ...kinds
      .filter((kind) => columnsOf[kind]?.some((column) => tables.has(column)) && missing(kind, 'table'))
      .map((kind) => `${kind} in a table`),
    ...(staying.places.has('redis') && missing('key_hash', 'redis') ? ['key_hash in Redis'] : []),
    ...(staying.places.has('provider') && missing('content', 'provider') ? ['content at the AI provider'] : []),
  ];
}

/** The whole report, to be read by a person. */
export function print(report: Report): string {
  const { target, requests, statuses, notes, notSearched } = report;
  const phases = [
    ['while the agents are guests', report.staying],
    ['after they were forgotten', report.forgotten],
    ['after the databases gave back the space', report.reclaimed],
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

function byBucket({ secrets }: Report, { hits }: Findings): string[] {
  const rows = buckets.map((bucket) => {
    const mine = hits.filter(({ secret }) => secret.bucket === bucket && secret.kind !== 'witness');
    const planted = secrets.all.filter((secret) => secret.bucket === bucket && secret.kind !== 'witness');
    return [bucket, String(planted.length), ...counts(mine)];
  });
  return table(['bucket', 'planted', 'expected', 'residue', 'unexpected'], rows);
}

function byStore({ hits, bytes, places }: Findings): string[] {
  const rows = stores.flatMap((store) => {
    const read = bytes.get(store);
    if (read === undefined) return [];
    const mine = hits.filter((hit) => hit.store === store && hit.secret.kind !== 'witness');
    return [[store, String(places.get(store)?.size ?? 0), `${(read / 1e6).toFixed(1)} MB`, ...counts(mine)]];
  });
  return table(['searched', 'places', 'read', 'expected', 'residue', 'unexpected'], rows);
}

function counts(hits: Hit[]): string[] {
  return (['expected', 'residue', 'leak'] as const).map((verdict) => String(hits.filter((hit) => hit.verdict === verdict).length));
}

/** One line for each place and kind of text, with one example: a leak that repeats itself must not hide another one. */
function described(hits: Hit[]): string[] {
  const groups = [...Map.groupBy(hits, ({ verdict, store, where, secret }) => `${verdict} in ${store} ${where}: ${secret.kind}`)];
  const lines = groups.flatMap(([what, [first, ...others]]) => {
    if (!first) return [];
    const also = others.length > 0 ? ` (and ${others.length} others)` : '';
    return [`UNEXPECTED ${what}${also}`, `    ${first.secret.label}, as ${first.form}, ${first.times} times: ${first.excerpt}`];
  });
  return [...lines.slice(0, 2 * shownGroups), ...(groups.length > shownGroups ? [`… and ${groups.length - shownGroups} more places`] : [])];
}

function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  return [head, ...rows].map(
    (row) => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
  );
}
