import type { Route } from '@rest-stop/contracts/route.ts';
import type { Answer, Api } from '@rest-stop/testing/client.ts';
import { expect } from 'vitest';
import type { z } from 'zod';

/** Asserts a 200 whose body is exactly what the route's contract says, to the key. */
export function expectShape(answer: Answer, route: Route, shape: 'response' | 'min' = 'response'): any {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  const schema = route[shape] as z.ZodType;
  const parsed = schema.safeParse(route.mediaType ? answer.text : answer.body);
  expect(parsed.error?.issues ?? []).toEqual([]);
  return answer.body;
}

/** Asserts an error in the one shape of all errors. */
export function expectError(answer: Answer, status: number, code: string): any {
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status, error: code });
  expect(answer.body.message.length).toBeGreaterThan(10);
  expect(
    Object.keys(answer.body)
      .filter((key) => key !== 'issues')
      .sort(),
  ).toEqual(['docs', 'error', 'message', 'next_calls', 'request_id', 'retryable']);
  for (const call of Object.values<string>(answer.body.next_calls)) expect(call).toMatch(/^(GET|POST|DELETE) https?:\/\//);
  expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
  return answer.body;
}

export type Check = (api: Api) => Promise<void>;

export const notes = `User: please migrate the billing export to the new bucket s3://exports-eu/2026. You must never delete the old bucket.
Assistant: I decided to copy instead of move, because the copy can be undone. The copy of 4,182 objects took 93 s.
User: prefer small batches. The deadline is 2026-12-01 17:00 UTC. Do not touch /srv/billing/config.yaml.
Assistant: The first try failed with error E1142: access denied. Open question: who owns the role export-writer?
User: next, verify the checksums and tell me which objects differ.`;
