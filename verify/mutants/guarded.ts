import { describe, expect, test } from 'vitest';

/** The assertion that guards one promise: rejects with what is wrong when `subject` does not keep it. */
export type Holds<S> = (subject: S) => void | Promise<void>;

/**
 * Runs `holds` on the real things, which must pass, and on broken ones, each of which it must refuse by an assertion: an error of any other
 * kind says that the broken one was not even tried.
 */
export function guarded<S>(promise: string, holds: Holds<S>, real: Record<string, S>, broken: Record<string, S>): void {
  describe(promise, () => {
    test.each(Object.entries(real))('%s keeps it', async (_name, subject) => {
      await holds(subject);
    });

    test.each(Object.entries(broken))('%s is caught', async (_name, subject) => {
      await expect((async () => holds(subject))()).rejects.toMatchObject({ name: 'AssertionError' });
    });
  });
}
