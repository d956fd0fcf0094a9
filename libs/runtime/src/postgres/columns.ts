import { z } from 'zod';

/** A `timestamptz` column, read as an ISO 8601 string in UTC. */
export const timestamp = z.date().transform((date) => date.toISOString());

/** A `bigint` or `count(*)` column, which the driver returns as text. */
export const bigint = z.union([z.number(), z.string()]).transform(Number);
