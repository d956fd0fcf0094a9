import type { z } from 'zod';

export type Query = { text: string; values: unknown[] };

/** Anything that runs a query: a pool, a client or a transaction. */
export type Db = { query(query: Query): Promise<{ rows: unknown[]; rowCount: number | null }> };

/** A parameterised query: every `${value}` becomes a placeholder, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Query {
  return { text: strings.reduce((text, part, i) => `${text}$${i}${part}`), values };
}

/** All rows, each checked against `Row`. */
export async function many<R extends z.ZodType>(db: Db, Row: R, query: Query): Promise<z.output<R>[]> {
  const { rows } = await db.query(query);
  return rows.map((row) => Row.parse(row));
}

/** The row or undefined. @throws when there is more than one. */
export async function maybe<R extends z.ZodType>(db: Db, Row: R, query: Query): Promise<z.output<R> | undefined> {
  const rows = await many(db, Row, query);
  if (rows.length > 1) throw new Error('expected at most one row');
  return rows[0];
}

/** The one row. @throws when there is none or more than one. */
export async function one<R extends z.ZodType>(db: Db, Row: R, query: Query): Promise<z.output<R>> {
  const row = await maybe(db, Row, query);
  if (row === undefined) throw new Error('expected one row');
  return row;
}

/** Runs a statement; returns how many rows it changed. */
export async function exec(db: Db, query: Query): Promise<number> {
  return (await db.query(query)).rowCount ?? 0;
}
