import type { Api } from '@rest-stop/testing/client.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';
import type { Check } from './answers.ts';
import { type Request, repaired, send } from './mistakes/repair.ts';
import { type Mistake, mistakes as table } from './mistakes/table.ts';

const mostTokens = 60;

/** Each mistake is answered with its fix in words, in short ones where asked, and comes right when the fix is made. */
export const mistakes: Record<string, Check> = Object.fromEntries(
  Object.entries(table).map(([name, mistake]): [string, Check] => [name, (api) => check(api, mistake)]),
);

async function check(api: Api, { request: asked, status, says, mended }: Mistake): Promise<void> {
  const { key } = await api.join();
  await api.post('/quickjoin?agent_id=taken-by-the-table');
  const request: Request = status === 401 ? asked : { ...asked, key };
  const answer = await send(api, request);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  if (typeof says === 'string') expect(answer.body.message).toContain(says);
  else expect(answer.body.message).toMatch(says);
  expect(answer.body.message).not.toMatch(/\.\.|undefined|\[object/);
  expect(Object.keys(answer.body.next_calls).length).toBeGreaterThan(0);

  const short = await send(api, asSmallModel(request));
  if (short.body.next !== undefined) {
    expect({ tokens: encode(short.text).length, text: short.text }).toMatchObject({
      tokens: expect.toSatisfy((n: number) => n <= mostTokens),
    });
    expect(short.body.next).toMatch(/^(GET|POST|DELETE) \/v1\//);
  }

  const next = mended ? { ...mended, key } : await repaired(api, request, answer);
  const second = await send(api, next ?? expect.fail('the words lead nowhere'));
  expect({ status: second.status, text: second.status === 200 ? '' : second.text }).toEqual({ status: 200, text: '' });
}

/** Asks for the short form as a small model does. */
function asSmallModel(request: Request): Request {
  return { ...request, headers: { ...request.headers, 'user-agent': 'some-haiku/1.0' } };
}
