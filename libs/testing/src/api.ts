import type { Route } from '@rest-stop/contracts/route.ts';
import { expect } from 'vitest';
import type { z } from 'zod';

export type Answer = { status: number; headers: Headers; text: string; body: any };
type Ask = { key?: string; body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string> };

const plainAgent = 'contract-suite/1.0';

/** The service as an agent meets it: a base URL and nothing else. */
export class Api {
  readonly base: string;
  constructor(base: string) {
    this.base = base;
  }

  async call(method: string, path: string, { key, body, raw, headers }: Ask = {}): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(path.startsWith('http') ? path : this.base + path, {
      method,
      headers: {
        'user-agent': plainAgent,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload as BodyInit }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
  }

  get = (path: string, ask?: Ask) => this.call('GET', path, ask);
  post = (path: string, ask?: Ask) => this.call('POST', path, ask);
  delete = (path: string, ask?: Ask) => this.call('DELETE', path, ask);

  /** A fresh guest's key and handle. */
  async join(path = '/quickjoin'): Promise<{ key: string; agentId: string }> {
    const { status, body } = await this.post(path);
    expect(status).toBe(200);
    return { key: body.api_key, agentId: body.reservation.agent_id };
  }
}

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
