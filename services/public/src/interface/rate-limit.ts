/**
 * The rate limit that the gateway enforces per key. `exemptForget`: a forget passes also when it is reached. `unusedAgentDays`: how long an agent
 * stays registered that never uses its key; `inactiveAgentDays`: the same since its last use; 0: for good.
 */
export type RateLimit = {
  requests: number;
  windowSeconds: number;
  exemptForget: boolean;
  unusedAgentDays: number;
  inactiveAgentDays: number;
};

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time span in the largest unit that divides it: 604800 is `7 days`. */
export function timeSpan(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? units[3];
  const n = seconds / length;
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
