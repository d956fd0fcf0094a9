import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

const encode = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** As many compressed answers are kept: more than there are documents, and few lists of reviews beside them. */
const most = 64;

/** Compresses what was sent lately once, however many ask for it. `id` stands for the content of the body. */
export function compressor(): (id: string, body: Buffer, coding: Coding) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return (id, body, coding) => {
    const key = `${coding} ${id}`;
    const found = kept.get(key) ?? encode[coding](body);
    kept.delete(key);
    kept.set(key, found);
    if (kept.size > most) kept.delete(kept.keys().next().value as string);
    return found;
  };
}
