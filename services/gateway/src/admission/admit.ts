import type { Agent } from '@rest-stop/contracts/agent.ts';
import { verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { unauthorized, unavailable } from './errors.ts';
import type { Admission, AdmitResult, VisitLog } from './visit-log.ts';
import { withinAwake } from './within.ts';

/** How long identity may take to answer: short, so that a client hears of its outage within 300 ms. */
const identityMs = 200;
/** The bus' own timeout, which counts time in which this process was held up. It is so long that `identityMs`, which does not, ends first. */
const busMs = 5_000;
const maxQuestions = 2;

/**
 * Decides whether a request with this key passes, and counts it as a visit if so.
 * @throws ApiError `unauthorized` when nobody has this key, `unavailable` when that cannot be found out in time
 */
export type Admit = (keyHash: string, member: string) => Promise<Admission>;

/** Admission over a visit log that asks identity, each time within `askMs`, about the keys it does not know. */
export function createAdmit(visitLog: VisitLog, bus: Bus, askMs = identityMs): Admit {
  const asked = new Map<string, Promise<Agent | null>>();

  return async (keyHash, member) => {
    const result = await visitLog.admit(keyHash, member);
    return isDecided(result) ? result : askIdentity(result, keyHash, member);
  };

  /** Identity's answer only makes the key known. The request passes when the visit log, asked again, admits it. */
  async function askIdentity(first: AdmitResult, keyHash: string, member: string): Promise<Admission> {
    let result = first;
    for (let questions = 0; questions < maxQuestions && !isDecided(result); questions++) {
      const agent = result.kind === 'unknown' ? await verifyOnce(result.lease, keyHash) : await verify(keyHash);
      if (!agent) throw unauthorized();
      if (result.kind === 'closing') throw unavailable();
      await visitLog.fill(keyHash, result.lease, agent);
      result = await visitLog.admit(keyHash, member);
    }
    if (isDecided(result)) return result;
    throw unavailable();
  }

  /**
   * Asks once for all requests that hold the same lease. Requests with another lease do not share the answer: the key may have been revoked
   * between the two, and the answer may be from before.
   */
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

function isDecided(result: AdmitResult): result is Admission {
  return result.kind === 'admitted' || result.kind === 'limited';
}
