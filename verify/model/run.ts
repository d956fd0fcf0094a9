import fc from 'fast-check';
import { type Operation, sequences } from './operations.ts';
import { lookAround, perform } from './perform.ts';
import type { Service } from './service.ts';
import { newWorld } from './world.ts';

export type ModelOptions = {
  service: Service;
  limit: number;
  seed: number;
  runs: number;
  length: number;
  path?: string | undefined;
  shrink?: boolean;
};

/** Runs random sequences of operations against the service and the reference side by side. The same seed (and path) runs the same again. */
export function runModel({ service, limit, seed, runs, length, path, shrink = true }: ModelOptions) {
  const property = fc.asyncProperty(sequences(length), async (operations: Operation[]) => {
    const world = await newWorld(service, limit);
    for (const operation of operations) await perform(world, operation);
    await lookAround(world);
  });
  // Each try at something shorter is a whole run against the service.
  return fc.check(property, {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path }),
    endOnFailure: !shrink,
    interruptAfterTimeLimit: 120_000,
  });
}

/** What failed and how to see it again; undefined when nothing did. */
export function failureOf(details: Awaited<ReturnType<typeof runModel>>): string | undefined {
  if (!details.failed) return undefined;
  const [operations] = details.counterexample ?? [];
  const replay = `SEED=${details.seed} MODEL_PATH=${details.counterexamplePath}`;
  return `${replay}\n${(operations ?? []).map((operation) => JSON.stringify(operation)).join('\n')}\n${String(details.errorInstance)}`;
}
