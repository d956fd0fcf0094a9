import { readFileSync } from 'node:fs';
import { compress, read } from '@rest-stop/compress';
import { DefragRequest, resultText } from '@rest-stop/contracts/defrag.ts';
import { expect, test } from 'vitest';
import { banner, example } from './banner.ts';

test('the example to paste is a legal request whose result is less than half as long and holds the task', async () => {
  const { target, content } = DefragRequest.parse(JSON.parse(readFileSync(example, 'utf8')));
  const result = resultText(compress(await read(content), target));
  expect(content.length / result.length).toBeGreaterThan(2);
  expect(result).toContain('please write scripts/rebuild-thumbnails.ts');
  const modes = { database: '', 'visit log': '', bus: '', 'AI engine': '' };
  expect(banner('http://localhost:8080/v1', modes)).toContain(`--data-binary "@${example}"`);
});
