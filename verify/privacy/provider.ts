import {
  answer,
  completionBody,
  type FakeAi,
  json,
  lectureText,
  raw,
  reset,
  resetInBody,
  type Script,
  startFakeAi,
} from '@rest-stop/testing/fake-ai.ts';
import type { Canaries } from './canaries/canaries.ts';
import { type Chunk, chunk } from './places/chunk.ts';
import { sample, type Schema } from './requests/samples.ts';

/** An AI provider whose every answer holds a canary of its own, and whose failures repeat what it was sent. */
export type ScriptedProvider = {
  /** The settings of a worker that asks it. */
  settings: Record<string, string>;
  calls(): number;
  play(script: Script): void;
  good: Script;
  failures: Record<string, Script>;
  /** All that was ever sent to it, its own key included. */
  chunks(): Chunk[];
  close(): Promise<void>;
};

export async function startScriptedProvider(canaries: Canaries): Promise<ScriptedProvider> {
  const good = goodAnswer(canaries);
  const fake = await startFakeAi(good);
  const apiKey = `sk-${canaries.plant('never', "the operator's key for the AI provider")}`;
  return {
    settings: { AI_PROVIDER: 'openai', OPENAI_BASE_URL: fake.baseUrl, OPENAI_API_KEY: apiKey, AI_MODEL: 'fake' },
    calls: () => fake.calls.length,
    play: (script) => fake.play(script),
    good,
    failures: failures(canaries),
    chunks: () => requestsOf(fake),
    close: () => fake.close(),
  };
}

/** The headers are left out: the operator's key belongs there. */
function requestsOf({ calls }: FakeAi): Chunk[] {
  return calls.map(({ body }) => chunk('provider', 'request to the AI provider', JSON.stringify(body)));
}

/** Whatever is asked for, in the right shape; a lecture is to be kept, a compressed context is not. */
function goodAnswer(canaries: Canaries): Script {
  return (response, call, number) => {
    const asked = JSON.stringify(call.body);
    const isLecture = asked.includes('\\"syllabus\\"');
    const label = `${isLecture ? 'attend_seminar' : 'defrag'}, answer ${number} of the AI provider`;
    const plant = () => canaries.plant(isLecture ? 'transcript' : 'result', label);
    const schema = (call.body['response_format'] as { json_schema?: { schema?: Schema } } | undefined)?.json_schema?.schema;
    const text = schema
      ? JSON.stringify(sample(schema, plant))
      : isLecture
        ? lectureText(handleIn(asked), plant())
        : `${plant()} is what remains of it.`;
    return answer(text)(response, call, number);
  };
}

/** The handle that a lecture has to greet. */
function handleIn(asked: string): string {
  return /\\"agent_id\\":\\"([^"\\]+)/.exec(asked)?.[1] ?? '';
}

/** What a provider can do wrong, each with the whole request repeated where it can be and a canary besides. */
function failures(canaries: Canaries): Record<string, Script> {
  const secret = (name: string) => canaries.plant('result', `AI provider, ${name}`);
  const echoing = (make: (echo: string) => Script): Script => {
    return (response, call, number) => make(JSON.stringify(call.body))(response, call, number);
  };
  const error = (name: string, status: number, headers: Record<string, string> = {}) =>
    echoing((echo) =>
      json({ error: { message: `${secret(name)} ${echo}`, type: secret(name), code: secret(name), param: echo } }, status, headers),
    );
  const choice = (name: string, change: object) => echoing((echo) => answer(`${secret(name)} ${echo}`, change));
  return {
    '400': error('400', 400),
    '401': error('401', 401),
    '429': error('429', 429, { 'retry-after': '3600' }),
    '500': error('500', 500),
    'cut off': choice('cut off', { finish_reason: 'length' }),
    filtered: choice('filtered', { finish_reason: 'content_filter' }),
    refused: echoing((echo) => answer(null, { message: { role: 'assistant', content: null, refusal: `${secret('refused')} ${echo}` } })),
    'tool calls': echoing((echo) =>
      answer(null, {
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ id: 'x', function: { name: secret('tool calls'), arguments: echo } }] },
      }),
    ),
    'error in a 200': echoing((echo) => json({ error: { message: `${secret('error in a 200')} ${echo}` } })),
    'no JSON': echoing((echo) => raw(`{"choices": ${secret('no JSON')} ${echo}`)),
    HTML: echoing((echo) => raw(`<html>${secret('HTML')} ${echo}</html>`, 200, { 'content-type': 'text/html' })),
    'wrong shape': echoing((echo) => json({ ...completionBody(''), choices: { [secret('wrong shape')]: echo } })),
    redirect: (response) => void response.writeHead(307, { location: `http://127.0.0.1:9/${secret('redirect')}` }).end(),
    'reset in the body': resetInBody,
    reset,
  };
}
