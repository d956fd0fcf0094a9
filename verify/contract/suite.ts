import type { Deployment } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '@rest-stop/testing/client.ts';
import type { Check } from './answers.ts';
import { decisions } from './decisions.ts';
import { type Judge, judgeByDocument } from './document.ts';
import { endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { http } from './http.ts';
import { limitRows } from './limits.ts';
import { mistakes } from './mistakes.ts';

export const sections: Record<string, Record<string, Check>> = { endpoints, errors, limits: limitRows, decisions, http, mistakes };

/** The whole interface, row by row, against one deployment: the same checks for every way to run. */
export function contractSuite(start: () => Promise<Deployment>, rows = sections): void {
  let deployment: Deployment | undefined;
  let api: Api;
  let judge: Judge;
  beforeAll(async () => {
    deployment = await start();
    api = new Api(deployment.baseUrls[0] as string);
    judge = await judgeByDocument(api);
    const call = api.call.bind(api);
    api.call = async (...request) => {
      const answer = await call(...request);
      judge.exchange(request[0], request[1], request[2], answer);
      return answer;
    };
  });
  afterAll(() => deployment?.close());

  for (const [section, checks] of Object.entries(rows)) {
    describe(section, () => {
      for (const [row, check] of Object.entries(checks)) test(row, () => check(api));
    });
  }

  test('every answer until here is as the OpenAPI document says, and one that is not would be noticed', async () => {
    console.log(`${judge.judged} answers judged by the document`);
    expect([...judge.mismatches]).toEqual([]);
    expect(judge.judged).toBeGreaterThan(300);
    const answer = await api.get('/stats');
    judge.exchange('GET', '/stats', {}, { ...answer, text: answer.text.replace('"philosophy"', '"philosophie"') });
    judge.exchange('GET', '/stats', {}, { ...answer, status: 418 });
    judge.exchange('POST', '/reviews', { body: { stars: 5 } }, { ...answer, status: 200 });
    expect(judge.mismatches.size).toBe(4);
  });
}
