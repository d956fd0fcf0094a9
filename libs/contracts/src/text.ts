import { z } from 'zod';
import { firstHidden } from './hidden.ts';

/** Number of Unicode code points in `s`: the unit of every length limit of this service (JSON Schema 2020-12, section 6.3). */
export function codePoints(s: string): number {
  let n = s.length;
  for (let i = 0; i < s.length - 1; i++) {
    const unit = s.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = s.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        n--;
        i++;
      }
    }
  }
  return n;
}

type TextRule = { min?: number; max: number; description?: string };

/**
 * A string measured in code points, published as `minLength` / `maxLength`.
 * zod's own `.min()` counts UTF-16 units, which would refuse a legal text made of emoji.
 */
export function text({ min = 0, max, description }: TextRule) {
  return z
    .string()
    .superRefine((value, ctx) => {
      const length = codePoints(value);
      if (length < min) ctx.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value });
      if (length > max) ctx.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max, ...(description ? { description } : {}) });
}

/** A text that others are shown, without hidden characters; unless `lines`, on one line. */
export function shownText({ lines = false, ...rule }: TextRule & { lines?: boolean }) {
  const checked = text(rule);
  const { description, ...bounds } = checked.meta() ?? {};
  const told = [description, 'No control, direction or invisible characters.'].filter(Boolean).join(' ');
  return checked
    .superRefine((value, ctx) => {
      const found = firstHidden(value, !lines);
      if (!found) return;
      const message = `holds ${found.what} after ${found.at} characters: leave it out`;
      ctx.addIssue({ code: 'invalid_format', format: 'visible', message, input: value });
    })
    .meta({ ...bounds, description: told });
}

/** An RFC 3339 date-time with a zone, for a real calendar instant between the years 0001 and 9999. */
export const DateTime = z.iso.datetime({ offset: true }).refine((s) => !Number.isNaN(Date.parse(s)) && !s.startsWith('0000'), {
  message: 'must be an instant that there is: this day or time is in no calendar',
});
