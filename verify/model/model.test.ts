import { type Deployment, startEmbedded, startOnFreshDatabase } from '@rest-stop/testing/deployment/deployment.ts';
import { seed } from '@rest-stop/testing/seed.ts';
import { describeWith } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { failureOf, runModel } from './run.ts';
import { type Service, serviceAt } from './service.ts';

const runs = Number(process.env.MODEL_RUNS ?? 30);
const length = Number(process.env.MODEL_LENGTH ?? 25);
/** So few that some agents reach it. */
const limit = 9;
const settings = { RATE_LIMIT_REQUESTS: String(limit) };
const patienceMs = 600_000;

function modelSuite(start: () => Promise<Deployment>, more: (baseUrl: () => string) => void = () => {}): void {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await start();
  });
  afterAll(() => deployment?.close());

  test(
    `${runs} runs of up to ${length} operations, seed ${seed}: the service says what the reference says`,
    async () => {
      const { service, statuses } = counting(serviceAt(deployment.baseUrls[0] as string));
      const details = await runModel({ service, limit, seed, runs, length, path: process.env.MODEL_PATH });
      expect(failureOf(details)).toBeUndefined();
      console.log(`Model run with SEED=${seed}: ${JSON.stringify(Object.fromEntries(statuses))}`);
      if (details.numRuns >= 30) expect([...statuses.keys()].sort((a, b) => a - b)).toEqual([200, 400, 401, 404, 405, 409, 429]);
    },
    patienceMs,
  );

  more(() => deployment.baseUrls[0] as string);
}

/** What the sequences really reach is counted: a model that only ever sees successes would show nothing. */
function counting(service: Service) {
  const statuses = new Map<number, number>();
  const counted: Service = async (call) => {
    const reply = await service(call);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    return reply;
  };
  return { service: counted, statuses };
}

function mutantSuite(baseUrl: () => string): void {
  for (const { name, said, mutant } of mutants) {
    test(
      `broken on purpose, a service that ${name}: noticed`,
      async () => {
        const details = await runModel({ service: mutant(serviceAt(baseUrl())), limit, seed: 1, runs: 60, length: 25, shrink: false });
        expect(String(details.errorInstance)).toMatch(said);
      },
      patienceMs,
    );
  }
}

describe('one process', () => modelSuite(() => startEmbedded(settings), mutantSuite));

describeWith(['postgres', 'redis', 'nats'], 'every service a process', (servers) => {
  modelSuite(() => startOnFreshDatabase(servers, settings));
});
