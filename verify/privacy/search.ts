import { judge, type Phase, type Verdict } from './expectations.ts';
import { type Needle, needlesOf } from './forms.ts';
import { Matcher } from './matcher.ts';
import type { Piece, Pieces, Store } from './pieces.ts';
import type { Secret } from './secrets.ts';

/** One secret in one spelling at one place, however often. */
export type Hit = { secret: Secret; form: string; store: Store; where: string; verdict: Verdict; times: number; excerpt: string };

/** What one pass over all places found, and how much was read. */
export type Findings = { phase: Phase; hits: Hit[]; bytes: Map<Store, number>; places: Map<Store, Set<string>> };

const excerptChars = 40;

const known = new WeakMap<Secret, Needle[]>();

/** Each secret is spelled once, however often it is looked for. */
function knownNeedlesOf(secret: Secret): Needle[] {
  const needles = known.get(secret) ?? needlesOf(secret);
  known.set(secret, needles);
  return needles;
}

/** Looks for all `secrets` in all `pieces`. */
export async function search(secrets: readonly Secret[], pieces: Pieces, phase: Phase): Promise<Findings> {
  const matcher = new Matcher(secrets.flatMap(knownNeedlesOf));
  const hits = new Map<string, Hit>();
  const findings: Findings = { phase, hits: [], bytes: new Map(), places: new Map() };
  for await (const piece of pieces) {
    const { store, where, bytes } = piece;
    findings.bytes.set(store, (findings.bytes.get(store) ?? 0) + bytes.length);
    findings.places.set(store, (findings.places.get(store) ?? new Set()).add(where));
    matcher.scan(bytes, (needle, at) => note(hits, piece, needle, at, phase));
  }
  findings.hits = [...hits.values()];
  return findings;
}

function note(hits: Map<string, Hit>, piece: Piece, { secret, form, bytes }: Needle, at: number, phase: Phase): void {
  const { store, where } = piece;
  const id = [secret.label, secret.text, form, store, where].join('\n');
  const before = hits.get(id);
  if (before) before.times++;
  else
    hits.set(id, { secret, form, store, where, verdict: judge(secret, piece, phase), times: 1, excerpt: excerpt(piece, at, bytes.length) });
}

/** What stands around the hit, so that its origin can be recognised. */
function excerpt({ bytes }: Piece, at: number, length: number): string {
  const around = bytes.subarray(Math.max(0, at - excerptChars), at + length + excerptChars);
  return around.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '·');
}

export function leaksOf({ hits }: Findings): Hit[] {
  return hits.filter(({ verdict }) => verdict === 'leak');
}
