import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Weights } from './regression.ts';

/** The file in which the offline engine keeps the weights of that name. */
function fileOf(name: string): string {
  return fileURLToPath(import.meta.resolve(`@rest-stop/ai-worker/offline/weights/${name}.json`));
}

/** Writes the offline engine's weights of that name, rounded and in a fixed order. */
export function writeWeights(name: string, weights: Weights): void {
  const lines = [...weights]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, weight]) => `  ${JSON.stringify(feature)}: ${Number(weight.toFixed(2))}`);
  writeFileSync(fileOf(name), `{\n${lines.join(',\n')}\n}\n`);
}

/** Writes the weights by which the offline engine judges words, of which each feature has two. */
export function writePairs(name: string, evens: Record<string, number>, pairs: ReadonlyMap<string, readonly number[]>): void {
  const lines = [...pairs].map(([feature, pair]) => `    ${JSON.stringify(feature)}: [${pair.join(', ')}]`);
  writeFileSync(fileOf(name), `${JSON.stringify(evens, null, 2).slice(0, -2)},\n  "features": {\n${lines.join(',\n')}\n  }\n}\n`);
}
