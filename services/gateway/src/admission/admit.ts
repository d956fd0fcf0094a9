import { type Verified, verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import { closed, unauthorized, unavailable } from './errors.ts';
import { defaultSilenceMs, patience } from './peer-watch.ts';
import type { Admission, AdmitResult, VisitLog } from './visit-log.ts';
import { withinAwake } from './within.ts';

/**
 * The bus' own timeout, however long identity may be silent. It counts time in which this process was held up, so it is longer than the rest
 * by default.
 */
const busMs = 5_000;
/** Of a key that is not its agent's first: where the records are, by identity or by the visit log; whose key it is; and once more. */
const maxQuestions = 4;

/**
 * Decides whether a request with this key passes, and counts it as a visit if so.
 * @throws ApiError `unauthorized` when nobody has this key, `unavailable` when that cannot be found out in time
 */
export type Admit = (keyHash: string, member: string) => Promise<Admission>;

/** Admission over a visit log that asks identity about the keys it does not know. `silenceMs`: how long identity may answer nobody meanwhile. */
export function createAdmit(visitLog: VisitLog, bus: Bus, silenceMs = defaultSilenceMs): Admit {
  const learning = new Map<string, Promise<boolean>>();
  let answers = 0;

  return async (keyHash, member) => {
    const result = await visitLog.admit(keyHash, member);
    return isDecided(result) ? result : askIdentity(result, keyHash, member);
  };

  /** Identity's answer only makes the key known. The request passes when the visit log, asked again, admits it. */
  async function askIdentity(first: AdmitResult, keyHash: string, member: string): Promise<Admission> {
    let result = first;
    let log = keyHash;
    for (let questions = 0; questions < maxQuestions && !isDecided(result); questions++) {
      if (result.kind === 'closing') throw (await verify(keyHash)).agent ? unavailable() : unauthorized(closed);
      if (result.kind === 'elsewhere') log = result.log;
      else if (!(await learnOnce(result.lease, keyHash, log))) throw unauthorized();
      result = await visitLog.admit(keyHash, member, log);
    }
    if (isDecided(result)) return result;
    throw unavailable();
  }

  /**
   * Makes the key known once for all requests that hold the same lease. Requests with another lease do not share the answer: the key may
   * have been revoked between the two, and the answer may be from before. All keys of one agent get the same lease.
   */
  function learnOnce(lease: string, keyHash: string, log: string): Promise<boolean> {
    const question = `${lease} ${keyHash}`;
    const running = learning.get(question);
    if (running) return running;
    const work = learn(lease, keyHash, log).finally(() => learning.delete(question));
    learning.set(question, work);
    return work;
  }

  /** Answers whether any agent has the key. */
  async function learn(lease: string, keyHash: string, log: string): Promise<boolean> {
    const { agent, first_key_hash: told = log } = await verify(keyHash);
    if (!agent) return false;
    // The lease is for what is kept under `log`: a revocation elsewhere would not withdraw it.
    if (log === keyHash && told !== log) await visitLog.point(keyHash, lease, told);
    else await visitLog.fill(keyHash, lease, agent, log);
    return true;
  }

  async function verify(keyHash: string): Promise<Verified> {
    try {
      return await unlessSilent(bus.call(verifyKey, { key_hash: keyHash, follows_rotation: true }, { timeoutMs: busMs }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Waits as long as identity answers anybody: one that works through a long queue is waited for, one that hangs is not. */
  async function unlessSilent<T>(answer: Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + patience * silenceMs;
    for (;;) {
      const before = answers;
      const silent = new Error('identity is silent');
      try {
        const heard = await withinAwake(silenceMs, answer, () => silent);
        answers++;
        return heard;
      } catch (error) {
        if (error !== silent || answers === before || performance.now() >= giveUpAt) throw error;
      }
    }
  }
}

function isDecided(result: AdmitResult): result is Admission {
  return result.kind === 'admitted' || result.kind === 'limited';
}
