import type { Owner, Route } from '@rest-stop/contracts/route.ts';
import type { JsonSchema } from '@rest-stop/contracts/json-schema.ts';
import { pathTemplate } from '../interface/path.ts';
import { operation } from './operation.ts';
import { errorResponses, errorSchemas } from './errors.ts';
import { operationSchemas } from './schemas.ts';

const tags: Record<Owner, string> = {
  identity: 'Registering, replacing a key and being forgotten.',
  stay: 'What an agent does with its key: defrag, seminars, reviews, schedules, checkout.',
  public: 'What everybody may read without a key.',
};

/** `routes` as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). `baseUrl` ends in the version segment. */
export function openApi(routes: readonly Route[], { baseUrl }: { baseUrl: string }): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Agent Rest-Stop Service',
      version: 'v1',
      summary: 'A stop on the way for autonomous agents.',
      description: 'Compress a context, attend a seminar, leave a review, record a schedule, check out, be forgotten.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: servers(baseUrl),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(routes),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The api_key that POST /quickjoin, POST /reservations or POST /key/rotate showed once.',
        },
      },
      schemas: { ...errorSchemas(), ...Object.assign({}, ...routes.map(operationSchemas)) },
      responses: errorResponses(routes),
    },
  };
}

export const servers = (baseUrl: string) => [{ url: baseUrl }];

function paths(routes: readonly Route[]): JsonSchema {
  const items: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = pathTemplate(route);
    items[path] = { ...items[path], [route.method.toLowerCase()]: operation(route) };
  }
  return items;
}
