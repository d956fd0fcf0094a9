import type { Canary } from '../canaries/canaries.ts';
import { judge, type Phase, type Verdict } from '../canaries/kinds.ts';
import { type Needle, needlesOf } from '../canaries/spellings.ts';
import type { Chunk, Chunks, Store } from '../places/chunk.ts';
import { Matcher } from './matcher.ts';

/** One canary in one spelling at one place, however often. */
export type Hit = { canary: Canary; spelling: string; store: Store; where: string; verdict: Verdict; times: number; excerpt: string };

/** What one pass over all places found, and how much was read. */
export type Findings = { hits: Hit[]; bytes: Map<Store, number>; places: Map<Store, Set<string>> };

const excerptChars = 40;

const known = new WeakMap<Canary, Needle[]>();

/** Each canary is spelled once, however often it is looked for. */
function knownNeedlesOf(canary: Canary): Needle[] {
  const needles = known.get(canary) ?? needlesOf(canary);
  known.set(canary, needles);
  return needles;
}

/** Looks for all `canaries` in all `chunks`. */
export async function scan(canaries: readonly Canary[], chunks: Chunks, phase: Phase): Promise<Findings> {
  const matcher = new Matcher(canaries.flatMap(knownNeedlesOf));
  const hits = new Map<string, Hit>();
  const [bytes, places]: [Findings['bytes'], Findings['places']] = [new Map(), new Map()];
  for await (const chunk of chunks) {
    const { store, where } = chunk;
    bytes.set(store, (bytes.get(store) ?? 0) + chunk.bytes.length);
    places.set(store, (places.get(store) ?? new Set()).add(where));
    matcher.scan(chunk.bytes, ({ canary, spelling, bytes: { length } }, at) => {
      const id = [canary.label, canary.text, spelling, store, where].join('\n');
      const hit = hits.get(id);
      if (hit) hit.times++;
      else {
        const verdict = judge(canary.kind, chunk, phase);
        hits.set(id, { canary, spelling, store, where, verdict, times: 1, excerpt: excerpt(chunk, at, length) });
      }
    });
  }
  return { hits: [...hits.values()], bytes, places };
}

/** What stands around the hit, so that its origin can be recognised. */
function excerpt({ bytes }: Chunk, at: number, length: number): string {
  const around = bytes.subarray(Math.max(0, at - excerptChars), at + length + excerptChars);
  return around.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '·');
}
