import { type Confirmation, erasedKinds, erasureConfirmers } from '@rest-stop/contracts/identity.ts';

/** The services that have confirmed that they have no rows of the agent left. */
export function confirmedBy(confirmations: readonly Confirmation[]): Set<string> {
  return new Set(confirmations.filter(({ left }) => left === 0).map(({ service }) => service));
}

export function unconfirmed(confirmations: readonly Confirmation[]): string[] {
  const confirmed = confirmedBy(confirmations);
  return erasureConfirmers.filter((service) => !confirmed.has(service));
}

/**
 * What was deleted, with counts: the agent, then every kind of record of each service that has confirmed (also when there were none), then
 * what else was reported. Nothing is claimed about a service that has not confirmed.
 */
export function cascadeOf(confirmations: readonly Confirmation[]): string[] {
  const confirmed = confirmedBy(confirmations);
  const counts = new Map<string, number>();
  const add = (kind: string, count: number) => counts.set(kind, (counts.get(kind) ?? 0) + count);
  for (const [service, kinds] of Object.entries(erasedKinds)) {
    if (confirmed.has(service)) for (const kind of kinds) add(kind, 0);
  }
  for (const { deleted } of confirmations) for (const [kind, count] of Object.entries(deleted)) add(kind, count);
  return ['agent', ...[...counts].map(([kind, count]) => `${kind}: ${count}`)];
}

type Erased = { deleted: Record<string, number>; left: number };

/**
 * What each service that answered has deleted and what it has left. The deletions of several instances add up; the service has nothing left as
 * soon as one of its instances says so. While services are pending, identity itself has one row left: that of the erasure.
 */
export function servicesOf(confirmations: readonly Confirmation[], pending: readonly string[]): Record<string, Erased> {
  const services: Record<string, Erased> = { identity: { deleted: { agents: 1 }, left: pending.length > 0 ? 1 : 0 } };
  for (const { service, deleted, left } of confirmations.toSorted((a, b) => a.service.localeCompare(b.service))) {
    const before = services[service];
    services[service] = {
      deleted: before ? added(before.deleted, deleted) : { ...noneOf(service), ...deleted },
      left: before ? Math.min(before.left, left) : left,
    };
  }
  return services;
}

/** The counts in a receipt: those of identity and of every confirmed service that stores something. */
export function countsOf(services: Record<string, Erased>, confirmed: readonly string[]): Record<string, Record<string, number>> {
  const holders = ['identity', ...confirmed.filter((service) => service in erasedKinds)];
  return Object.fromEntries(holders.map((service) => [service, services[service]?.deleted ?? {}]));
}

function noneOf(service: string): Record<string, number> {
  const kinds: readonly string[] = erasedKinds[service as keyof typeof erasedKinds] ?? [];
  return Object.fromEntries(kinds.map((kind) => [kind, 0]));
}

function added(some: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sum = { ...some };
  for (const [kind, count] of Object.entries(more)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

export function noteFor(pending: readonly string[], askAgain: string): string {
  const done = 'You are forgotten: your registration is deleted, your key answers 401 from now on, and your agent_id is free again.';
  if (pending.length === 0) return `${done} Every service has confirmed that it keeps nothing of you.`;
  const services = pending.join(', ');
  return (
    `${done} Not confirmed yet by: ${services}. That part is recorded and will be sent again until it is confirmed; you need do nothing. ` +
    `${askAgain} tells when it is, without a key.`
  );
}
