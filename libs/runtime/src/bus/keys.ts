import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type ServiceName, serviceNames } from '@rest-stop/contracts/bus-edges.ts';
import { nkeys } from 'nats';
import { z } from 'zod';

/** One process that is all services at once. Its key may do what any of theirs may. */
export const oneProcess = 'rest-stop';
/** A person who looks in: sees which instances there are, and says and hears nothing else. */
export const operator = 'operator';

export type PeerName = ServiceName | typeof oneProcess | typeof operator;
/** The public keys of each peer. A peer has two while its key is being replaced. */
export type Peers = ReadonlyMap<PeerName, readonly string[]>;
/** With the seed a process proves to the bus and to the other services who it is; by the peers it knows them. */
export type BusKeys = { seed: string; peers: Peers };

const peerNames: readonly string[] = [...serviceNames, oneProcess, operator];
const utf8 = new TextEncoder();

/** The secret half of an NKEY of the kind `user`, as `nk -gen user` and `npm run bus:keys` make it. */
export const busSeed = z.string().refine(isUserSeed, 'must be the seed of an NKEY of the kind user: SU and 56 characters');

/** `gateway=U…,identity=U…`: a name again for a second key. */
export const busPeers = z.string().transform((text, ctx): Peers => {
  const peers = new Map<PeerName, string[]>();
  for (const entry of text.split(',')) {
    const [name = '', key = ''] = entry.trim().split('=');
    if (!peerNames.includes(name) || !isPublicKey(key)) {
      ctx.addIssue({ code: 'custom', message: `must be NAME=KEY,…: names are ${peerNames.join(', ')}, keys public NKEYs (U…)` });
      return z.NEVER;
    }
    peers.set(name as PeerName, [...(peers.get(name as PeerName) ?? []), key]);
  }
  return peers;
});

function isUserSeed(text: string): boolean {
  return text.startsWith('SU') && passes(() => nkeys.fromSeed(utf8.encode(text)));
}

function isPublicKey(text: string): boolean {
  return /^U[A-Z2-7]{55}$/.test(text) && passes(() => nkeys.fromPublic(text));
}

function passes(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

export function publicKeyOf(seed: string): string {
  return nkeys.fromSeed(utf8.encode(seed)).getPublicKey();
}

/** A new pair. */
export function createBusKey(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** Node's own Ed25519 is a hundred times as fast as that of the client. The two bytes before the key name its kind. */
export function signingKeyOf(seed: string): KeyObject {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), base32(seed).subarray(2, 34)]);
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

export function verifyingKeyOf(publicKey: string): KeyObject {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base32(publicKey).subarray(1, 33)]);
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
