import { compress, read, verify } from '@rest-stop/compress/index.ts';
import type { Compressed, Target } from '@rest-stop/contracts/defrag.ts';

/** A context that an engine has read. */
export type Opened = { compress(target: Target): Compressed; verify(result: Compressed): unknown };

/** Something that compresses contexts. It may throw; the bench counts that as an empty, invalid result. */
export type Engine = { name: string; read(content: string): Promise<Opened> };

/** The library. */
export const library: Engine = {
  name: 'library',
  async read(content) {
    const reading = await read(content);
    return { compress: (target) => compress(reading, target), verify: (result) => verify(reading, result) };
  },
};
