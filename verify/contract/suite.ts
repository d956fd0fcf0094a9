import type { Deployment } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import type { Check } from './answers.ts';
import { decisions } from './decisions.ts';
import { endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { http } from './http.ts';
import { limitRows } from './limits.ts';
import { mistakes } from './mistakes.ts';

const sections: Record<string, Record<string, Check>> = { endpoints, errors, limits: limitRows, decisions, http, mistakes };

/** The whole interface, row by row, against one deployment: the same checks for every way to run. */
export function contractSuite(start: () => Promise<Deployment>): void {
  let deployment: Deployment | undefined;
  let api: Api;
  beforeAll(async () => {
    deployment = await start();
    api = new Api(deployment.baseUrls[0] as string);
  }, 120_000);
  afterAll(() => deployment?.close());

  for (const [section, rows] of Object.entries(sections)) {
    describe(section, () => {
      for (const [row, check] of Object.entries(rows)) test(row, () => check(api), 60_000);
    });
  }
}
