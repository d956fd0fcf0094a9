import type { Agent } from '@rest-stop/contracts/agent.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { unauthorized, unavailable } from './errors.ts';
import type { Counted, Visit, VisitLog } from './visit-log.ts';
import { withinAwake } from './within.ts';

/** What asking identity may take, so that its outage is answered within 300 ms. */
const identityMs = 200;
/** The bus' own patience: it does not tell a machine that is held up from a peer that is gone, so it is not to be what gives up. */
const busMs = 5_000;
const rounds = 2;

/**
 * Says whether the key may visit, and counts the visit if so.
 * @throws ApiError `unauthorized` when nobody has this key, `unavailable` when that cannot be found out in time
 */
export type Admit = (keyHash: string, member: string) => Promise<Counted>;

/** Admission over a visit log that asks identity, each time within `askMs`, about the keys it does not know. */
export function createAdmit(visitLog: VisitLog, bus: Bus, askMs = identityMs): Admit {
  const asked = new Map<string, Promise<Agent | null>>();

  return async (keyHash, member) => {
    const visit = await visitLog.admit(keyHash, member);
    return isCounted(visit) ? visit : introduce(visit, keyHash, member);
  };

  /** The database's answer only makes the key known; whether this visit passes is for the visit log alone to say. */
  async function introduce(first: Visit, keyHash: string, member: string): Promise<Counted> {
    let visit = first;
    for (let round = 0; round < rounds && !isCounted(visit); round++) {
      const agent = visit.kind === 'unknown' ? await verifyOnce(visit.lease, keyHash) : await verify(keyHash);
      if (!agent) throw unauthorized();
      if (visit.kind === 'closing') throw unavailable();
      await visitLog.fill(keyHash, visit.lease, agent);
      visit = await visitLog.admit(keyHash, member);
    }
    if (isCounted(visit)) return visit;
    throw unavailable();
  }

  /** One question for all who hold a lease. An answer is never shared between leases: it might be older than the revocation between them. */
  function verifyOnce(lease: string, keyHash: string): Promise<Agent | null> {
    const running = asked.get(lease);
    if (running) return running;
    const answer = verify(keyHash).finally(() => asked.delete(lease));
    asked.set(lease, answer);
    return answer;
  }

  async function verify(keyHash: string): Promise<Agent | null> {
    try {
      const answer = bus.call(verifyKey, { key_hash: keyHash }, { timeoutMs: busMs });
      return (await withinAwake(askMs, answer, unavailable)).agent;
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function isCounted(visit: Visit): visit is Counted {
  return visit.kind === 'admitted' || visit.kind === 'limited';
}
