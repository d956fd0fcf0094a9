import type { z } from 'zod';
import { membersAt } from './members.ts';
import { nearest } from './nearest.ts';

/** Where the names of a request belong that are often put into its body: `agent_id` to `the query: POST /quickjoin?agent_id=…`. */
export type Elsewhere = Readonly<Record<string, string>>;

export type Stranger = { name: string; message: string; instead?: string };

/** A name may be told back to the client if it is made of words: a random text, and what has digits, could be somebody's secret. */
const tellable = /^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,3}$/;
const most = 5;

/**
 * What to do about each of the properties that are not allowed at `path` below `schema`.
 * @param missing names that are required there and were not sent
 */
export function strangers(
  schema: z.core.$ZodType,
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  { missing, elsewhere }: { missing: readonly string[]; elsewhere: Elsewhere },
): Stranger[] {
  const allowed = Object.keys(membersAt(schema, path));
  return keys.slice(0, most).map((key) => {
    const place = elsewhere[key];
    if (place !== undefined) return { name: key, message: `belongs into ${place}` };
    const near = nearest(key, allowed);
    if (near === undefined && !tellable.test(key)) {
      return { name: '', message: `has a property whose name is not known here: ${allowedList(allowed)}` };
    }
    const name = key;
    const instead = near ?? (keys.length === 1 && missing.length === 1 ? missing[0] : undefined);
    if (instead !== undefined) return { name, message: `is not known: rename it to ${instead}`, instead };
    return { name, message: `is not known: leave it out, ${allowedList(allowed)}` };
  });
}

function allowedList(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'nothing is taken here' : `only ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'} taken`;
}
