import { Api } from '@rest-stop/testing/client.ts';
import type { Deployment } from '@rest-stop/testing/deployment/deployment.ts';
import { type FakeAi, startFakeAi } from '@rest-stop/testing/fake-ai.ts';
import { afterAll, beforeAll } from 'vitest';

/** A deployment whose AI provider answers as a test says. Its parts are there once the tests run. */
export type Scripted = { api: Api; provider: FakeAi };

/** Starts one for the tests of the suite that calls this, and closes it after them. */
export function scriptedDeployment(start: (settings: Record<string, string>) => Promise<Deployment>): Scripted {
  const scripted = {} as Scripted;
  let deployment: Deployment | undefined;
  beforeAll(async () => {
    scripted.provider = await startFakeAi();
    deployment = await start({ AI_PROVIDER: 'openai', OPENAI_BASE_URL: scripted.provider.baseUrl, AI_MODEL: 'fake' });
    scripted.api = new Api(deployment.baseUrls[0] as string);
  });
  afterAll(async () => {
    await deployment?.close();
    await scripted.provider?.close();
  });
  return scripted;
}
