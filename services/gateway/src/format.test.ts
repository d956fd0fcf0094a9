import { ApiError } from '@rest-stop/contracts/errors.ts';
import { describe, expect, test } from 'vitest';
import { resolveFormat } from './format.ts';

describe('the format of an answer', () => {
  test.each([
    [undefined, undefined, 'verbose'],
    [undefined, 'curl/8.0', 'verbose'],
    [undefined, 'gpt-5-NANO', 'min'],
    [undefined, 'Gemini/2 (agent)', 'min'],
    [undefined, 'x-flash-lite-1', 'min'],
    [undefined, 'flash lite', 'verbose'],
    [undefined, 'claude-haiku', 'min'],
    [undefined, 'smallest', 'min'],
    ['verbose', 'claude-haiku', 'verbose'],
    ['min', 'curl/8.0', 'min'],
  ])('%s asked for by %s is %s', (asked, userAgent, format) => {
    expect(resolveFormat(asked, userAgent)).toBe(format);
  });

  test.each([[''], ['MIN'], ['min '], ['tiny'], [['min', 'min']], [['min', 'verbose']], [{}]])(
    '%j is refused without being repeated',
    (asked) => {
      const attempt = () => resolveFormat(asked, undefined);
      expect(attempt).toThrow(ApiError);
      expect(attempt).toThrow(/^format must be given at most once, as min or verbose/);
    },
  );
});
