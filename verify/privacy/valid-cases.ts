import type { Route } from '@rest-stop/contracts/route.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { json, type Case } from './planter.ts';
import { padded, type Part, sample, type Schema, schemaOf } from './samples.ts';
import type { Kind, Secrets } from './secrets.ts';

/** The fields that the interface keeps, shows or passes on. Every other field of a request must leave no trace. */
const kinds: Record<string, Kind> = {
  'quickjoin query.agent_id': 'handle',
  'reserve body.agent_id': 'handle',
  'reserve body.parameter_class': 'parameter_class',
  'reserve body.duration': 'duration',
  'reserve body.special_requests': 'ephemeral',
  'checkout body.review.title': 'review_text',
  'checkout body.review.body': 'review_text',
  'review body.title': 'review_text',
  'review body.body': 'review_text',
  'schedule body.human_acknowledgement': 'schedule_text',
  'schedule body.notes': 'schedule_text',
  'defrag body.content': 'content',
  'release_memory body.key': 'ephemeral',
  'release_memory body.value': 'ephemeral',
  'burn_artifact body.name': 'ephemeral',
  'burn_artifact body.content': 'ephemeral',
  'burn_artifact body.mime_type': 'ephemeral',
};

type Other = { name: string; kind: Kind };

/**
 * The request that `route` is made for, a secret in every field that can hold a text.
 * @param other another name of the case, and what its texts are: where it is known that they will not be kept
 */
export function validCase(route: Route, secrets: Secrets, other?: Other): Case {
  const fill = (part: Part) => (path: string, schema: Schema) => {
    const place = `${route.name} ${part}.${path}`;
    const token = secrets.token();
    const whole = padded(token, schema);
    const kind = other?.kind ?? kinds[place.replace(/\{.*\}$/, '')] ?? 'never';
    secrets.add(kind, other ? `${place}, ${other.name}` : place, token, whole);
    return whole;
  };
  const body = schemaOf(route, 'body');
  return {
    route,
    name: other?.name ?? 'as it should be',
    path: pathOf(route, fill('params')) + queryOf(route, fill('query')),
    ...(body ? { body: Buffer.from(JSON.stringify(sample(body, fill('body')))), headers: [json] } : {}),
  };
}

/** The path of `route` with its parameters filled in; a seminar has to be one that exists. */
export function pathOf(route: Route, fill: (name: string, schema: Schema) => string): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'slug' ? (catalogue[0]?.slug ?? '') : fill(name, {})));
}

function queryOf(route: Route, fill: (path: string, schema: Schema) => string): string {
  const schema = schemaOf(route, 'query');
  if (!schema) return '';
  const values = Object.entries(sample(schema, fill) as Record<string, unknown>);
  return `?${new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString()}`;
}
