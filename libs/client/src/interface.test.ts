import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printInterface } from '../generate/print.ts';

test('interface.ts is what the contracts say today (npm run generate -w @rest-stop/client)', () => {
  expect(readFileSync(new URL('./interface.ts', import.meta.url), 'utf8')).toBe(printInterface());
});
