import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DenseFile } from '@rest-stop/compress/model/dense.ts';
import type { ModelFile } from '@rest-stop/compress/model/linear.ts';

const DATA = join(import.meta.dirname, '../../../libs/compress/data');

/** Writes a model to libs/compress/data/, a feature or the row of a label on each line. */
export function save(name: string, { weights, ...head }: ModelFile | DenseFile): void {
  const [open, close] = Array.isArray(weights) ? '[]' : '{}';
  const lines = Array.isArray(weights)
    ? weights.map((row) => JSON.stringify(row))
    : Object.entries(weights).map(([feature, own]) => `${JSON.stringify(feature)}:${JSON.stringify(own)}`);
  writeFileSync(join(DATA, `${name}.json`), `${JSON.stringify(head).slice(0, -1)},"weights":${open}\n${lines.join(',\n')}\n${close}}\n`);
}
