import { ApiError } from '@rest-stop/contracts/errors.ts';
import { z } from 'zod';
import { codeOf } from './outage.ts';
import { type Db, many, sql } from './sql.ts';

const Holder = z.object({ pid: z.int(), role: z.string(), program: z.string(), tables: z.string() });

/** Whether a statement was given up because it did not get a lock within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error instanceof ApiError ? error.details.cause : error) === '55P03';
}

/**
 * Who holds locks on tables of `schema`, in words for an operator, oldest transaction first. Never what they run: a statement may hold
 * what an agent wrote.
 */
export async function describeHolders(db: Db, schema: string): Promise<string> {
  const holders = await many(
    db,
    Holder,
    sql`
      select pid, coalesce(usename, '?') as role, coalesce(application_name, '') as program,
        string_agg(distinct nspname || '.' || relname, ', ') as tables
      from pg_locks
      join pg_class on pg_class.oid = relation
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_stat_activity using (pid)
      where granted and nspname = ${schema} and relkind in ('r', 'p') and pid <> pg_backend_pid()
        and pg_locks.database = (select oid from pg_database where datname = current_database())
      group by pid, usename, application_name, xact_start
      order by xact_start
    `,
  );
  if (holders.length === 0) return 'Nobody holds one any more';
  const described = holders.map(
    ({ pid, role, program, tables }) => `process ${pid} (role ${role}${program ? `, "${program}"` : ''}): ${tables}`,
  );
  return `Held by ${described.join('; ')}`;
}
