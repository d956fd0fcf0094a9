import type { Compressed } from '@rest-stop/contracts/defrag.ts';
import { maskedValues } from '../read/masking.ts';
import type { Reading } from '../read.ts';

/** Any result, a model's too, with `[credential: kind]` for each credential of the reading that it repeats. */
export function withoutCredentials({ secrets }: Reading, result: Compressed): Compressed {
  if (secrets.size === 0) return result;
  const clean: unknown = JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? maskedValues(value, secrets) : value,
  );
  return clean as Compressed;
}
