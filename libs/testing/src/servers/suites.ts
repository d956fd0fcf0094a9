import { describe, inject } from 'vitest';
import type { BackendName, KnownBackends } from './backend.ts';
import { findBinary } from './find-binary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backends: KnownBackends;
  }
}

type Urls<Name extends BackendName> = Record<Name, { url: string }>;

/** The real servers of this test run; undefined when the run was set up without them. */
export function backends(): KnownBackends | undefined {
  return inject('backends');
}

/**
 * A `describe` that needs real servers. When one is missing, its tests are reported as skipped, with the reason in the suite's name.
 * @param body receives the URLs (empty strings while the suite is skipped: its tests are listed, not run)
 */
export function describeWith<Name extends BackendName>(needs: readonly Name[], name: string, body: (urls: Urls<Name>) => void): void {
  const known = backends();
  const reasons = needs.filter((need) => !known?.[need]).map((need) => `${need}: ${known?.missing[need] ?? 'the run has no backends'}`);
  const urls = Object.fromEntries(needs.map((need) => [need, known?.[need] ?? { url: '' }])) as Urls<Name>;
  describeUnless(reasons, name, () => body(urls));
}

/** A `describe` that starts, stops and breaks servers of its own, for which their programs must be on this machine. */
export function describeWithBinaries(needs: readonly BackendName[], name: string, body: () => void): void {
  const forced = process.env.REST_STOP_TEST_BACKENDS || 'binaries';
  const absent = needs.filter((need) => !findBinary(need)).map((need) => `${need}: no server is installed`);
  describeUnless(forced === 'binaries' ? absent : [`REST_STOP_TEST_BACKENDS is ${forced}`], name, body);
}

function describeUnless(reasons: string[], name: string, body: () => void): void {
  if (reasons.length === 0) describe(name, body);
  else describe.skip(`${name} [skipped: ${reasons.join(', ')}]`, body);
}
