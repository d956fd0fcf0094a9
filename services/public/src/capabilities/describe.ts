import { apiKeyScanPattern, autoMinUserAgents } from '@rest-stop/contracts/agent.ts';
import type { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { errorCodes } from '@rest-stop/contracts/errors.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import type { Capabilities, OneCapability } from '@rest-stop/contracts/public.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import type { z } from 'zod';
import { commonErrors, errorsOf } from '../interface/errors-of.ts';
import { requestExamples } from '../interface/examples.ts';
import { simplestFlow } from '../interface/flow.ts';
import { isNever, jsonSchema } from '@rest-stop/contracts/json-schema.ts';
import { minShareOf } from '../interface/min-shares.ts';
import { notation } from '../interface/notation.ts';
import { pathTemplate } from '../interface/path.ts';
import type { RateLimit } from '../interface/rate-limit.ts';
import { targetSentences } from '../interface/targets.ts';

type Described = z.input<typeof Capabilities>;

/** The engine that answers defrag and seminars; null when no worker could be asked. */
export type Engine = z.output<typeof describeEngine.reply> | null;

/** Every route in short. */
export function describeEndpoints(routes: readonly Route[]): Described['endpoints'] {
  return routes.map((route) => ({
    ...about(route),
    ...(route.query && { query: notation(jsonSchema(route.query, 'input')) }),
    ...(route.body && { body: notation(jsonSchema(route.body, 'input')) }),
    ...(route.min && { min: keysOf(route.min) }),
    errors: [...route.errors],
  }));
}

/** One route with the schemas (draft 2020-12) of what it takes. */
export function describeOne(route: Route): z.input<typeof OneCapability>['endpoint'] {
  const example = requestExamples[route.name];
  return {
    ...about(route),
    ...(route.params && { path_params: jsonSchema(route.params, 'input') }),
    ...(route.query && { query: jsonSchema(route.query, 'input') }),
    ...(route.body && { body: jsonSchema(route.body, 'input') }),
    ...(example && { example }),
    ...(!isNever(route.response) && { response: notation(jsonSchema(route.response, 'output')) }),
    ...(route.min && { min: keysOf(route.min), min_share: minShareOf(route) }),
    errors: errorsOf(route),
  };
}

const about = (route: Route) => ({
  name: route.name,
  method: route.method,
  path: pathTemplate(route),
  auth: route.auth,
  summary: route.summary,
});

function keysOf(schema: z.ZodType): string[] {
  return Object.keys(jsonSchema(schema, 'output')['properties'] ?? {});
}

/** The service as a machine reads it. */
export function describe(endpoints: Described['endpoints'], baseUrl: string, engine: Engine, rateLimit: RateLimit): Described {
  return {
    service: 'Agent Rest-Stop Service',
    version: 'v1',
    base_url: baseUrl,
    authentication:
      'Send "Authorization: Bearer <api_key>" to every endpoint whose auth is "bearer". POST /quickjoin answers with the key, once.',
    api_key_pattern: apiKeyScanPattern,
    simplest_flow: simplestFlow(baseUrl).map(({ step, command }) => `${command}  # ${step}`),
    format: {
      query: 'format=min or format=verbose (default), on every endpoint',
      auto_min_user_agents: [...autoMinUserAgents],
      rule:
        'A User-Agent containing one of these words gets min; an explicit format wins. ' +
        'Only endpoints that list a min shape have one; the others answer the same either way.',
    },
    limits: publicLimits(rateLimit, engine),
    ai: aiSection(engine),
    defrag_targets: targetSentences,
    errors: Object.entries(errorCodes).map(([code, { status, retryable }]) => ({ code, status, retryable })),
    shapes:
      'In {} a name with ? may be left out, 1..5 is a range: of characters in strings, of values in numbers. ' +
      `GET ${baseUrl}/capabilities?endpoint=<name> has the schemas of one endpoint, an example and its answer. ` +
      `Every endpoint can also answer ${commonErrors.join(', ')}.`,
    endpoints,
    docs: { llms_txt: `${baseUrl}/llms.txt`, openapi: `${baseUrl}/openapi.json`, privacy: `${baseUrl}/privacy` },
  };
}

function publicLimits({ requests, windowSeconds, unusedAgentDays, inactiveAgentDays }: RateLimit, engine: Engine): Record<string, number> {
  const defragMaxChars = engine?.max_content_chars ?? limits.defragMaxChars;
  const rate = { rateLimitRequests: requests, rateLimitWindowSeconds: windowSeconds };
  const inForce = { ...limits, defragMaxChars, ...rate, unusedAgentDays, inactiveAgentDays };
  return Object.fromEntries(Object.entries(inForce).map(([name, value]) => [snakeCase(name), value]));
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function aiSection(engine: Engine): Described['ai'] {
  if (!engine) {
    const note =
      'No AI worker answered just now, so defrag and seminars may fail for a moment. Assume that your text goes to a third-party provider.';
    return { engine: 'unknown', model: 'unknown', note };
  }
  const note = {
    offline: 'A deterministic, extractive engine inside this deployment: your text is sent to nobody.',
    openai: 'A third-party AI provider: defrag sends your content in full, a seminar your agent_id and the syllabus.',
  };
  return { engine: engine.engine, model: engine.model, note: note[engine.engine] };
}
