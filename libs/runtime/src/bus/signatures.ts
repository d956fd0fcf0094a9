import { type KeyObject, sign, verify } from 'node:crypto';
import { type BusKeys, oneProcess, type PeerName, signingKeyOf, verifyingKeyOf } from './keys.ts';

/** What a signature covers beside its time. `reply` is new for each event, so no confirmation of one event counts for another. */
export type Statement = { kind: 'event' | 'confirmation'; subject: string; reply: string; data: Uint8Array };

export type Signatures = {
  /** Undefined where this process has no key. */
  sign(statement: Statement): string | undefined;
  /** Whether `name` has signed the statement within the last minute. Without keys all is believed. */
  isBy(name: string, statement: Statement, signature: string): boolean;
};

/** Longer than any message is on its way, and than clocks may differ. */
const validMs = 60_000;

/** For a development server that anybody may reach. In production the start-up gate wants keys. */
const unsigned: Signatures = { sign: () => undefined, isBy: () => true };

/** Signs what this process says, and knows what others have signed, by their public keys. */
export function signatures(keys: BusKeys | undefined, now: () => number = Date.now): Signatures {
  if (!keys) return unsigned;
  const own = signingKeyOf(keys.seed);
  const known = new Map([...keys.peers].map(([name, publicKeys]) => [name, publicKeys.map(verifyingKeyOf)] as const));
  const keysOf = (name: string): KeyObject[] => [...(known.get(name as PeerName) ?? []), ...(known.get(oneProcess) ?? [])];
  return {
    sign(statement) {
      const at = now();
      return `${at}.${sign(null, bytesOf(statement, at), own).toString('base64url')}`;
    },
    isBy(name, statement, signature) {
      const [at = '', signed = ''] = signature.split('.');
      if (!/^\d{1,15}$/.test(at) || Math.abs(now() - Number(at)) > validMs) return false;
      const bytes = bytesOf(statement, Number(at));
      return keysOf(name).some((key) => verify(null, bytes, key, Buffer.from(signed, 'base64url')));
    },
  };
}

function bytesOf({ kind, subject, reply, data }: Statement, at: number): Buffer {
  return Buffer.concat([Buffer.from(`${kind} ${subject} ${reply} ${at}\n`), data]);
}
