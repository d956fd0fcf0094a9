import { hash } from 'node:crypto';
import type { Chunk } from './chunk.ts';

/** A database, a real one or one in this process: all that is needed of it is a query. */
export type Queries = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

/** Columns as text; null where there is none. */
type Row = Record<string, string | null>;

type Relation = { schema: string; name: string; kind: string; columns: string[] };

const pageRows = 2_000;
/** What a server tells of running and past statements; not every server has each. */
const views = ['pg_stat_activity', 'pg_prepared_statements', 'pg_stat_statements', 'pg_cursors', 'pg_stats'];

/**
 * Every column of every table of every schema as text, the system's own included: its planner keeps samples of rows.
 * @yields one chunk per column and page of rows, named `schema.table.column`; a table that may not be read is told to `unread`
 */
export async function* tableChunks(db: Queries, unread: (what: string) => void): AsyncGenerator<Chunk> {
  for (const relation of await relations(db)) {
    try {
      yield* columnsOf(db, relation);
    } catch (error) {
      // A view that only some servers have is no gap; a table is.
      if (relation.kind !== 'v') unread(`table ${relation.schema}.${relation.name} (${codeOf(error)})`);
    }
  }
}

async function relations(db: Queries): Promise<Relation[]> {
  const { rows } = await db.query(
    `select n.nspname as schema, c.relname as name, c.relkind::text as kind, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where (c.relkind in ('r', 'p', 'm') and not c.relispartition or (c.relkind = 'v' and c.relname = any($1))) and a.attnum > 0 and not a.attisdropped
     group by 1, 2, 3 order by 1, 2`,
    [views],
  );
  return rows as Relation[];
}

async function* columnsOf(db: Queries, { schema, name, kind, columns }: Relation): AsyncGenerator<Chunk> {
  const texts = columns.map((column, i) => `${quoted(column)}::text as c${i}`).join(', ');
  const pages = kind === 'v' ? '' : ` order by tableoid, ctid limit ${pageRows}`;
  for (let offset = 0; ; offset += pageRows) {
    const { rows } = await db.query(`select ${texts} from ${quoted(schema)}.${quoted(name)}${pages}${pages && ` offset ${offset}`}`);
    for (const [i, column] of columns.entries()) {
      const text = (rows as Row[]).map((row) => row[`c${i}`] ?? '').join('\n');
      if (text) yield { store: 'table', where: `${schema}.${name}.${column}`, bytes: Buffer.from(text) };
    }
    if (rows.length < pageRows || kind === 'v') return;
  }
}

/** The internal UUIDs of the agents with these keys: nobody outside is told them. Empty where this database has no agents. */
export async function uuidsOf(db: Queries, keys: readonly string[]): Promise<string[]> {
  const { rows: found } = await db.query(`select to_regclass('identity.agent') is not null as there`);
  if (!(found as { there: boolean }[])[0]?.there) return [];
  try {
    const { rows } = await db.query('select uuid::text from identity.agent where api_key_hash = any($1)', [
      keys.map((key) => hash('sha256', key)),
    ]);
    return (rows as { uuid: string }[]).map(({ uuid }) => uuid);
  } catch {
    return [];
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name: string };
  return code ?? name;
}
