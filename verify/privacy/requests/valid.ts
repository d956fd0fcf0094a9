import type { Route } from '@rest-stop/contracts/route.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { Canaries } from '../canaries/canaries.ts';
import type { Kind } from '../canaries/kinds.ts';
import { type Case, json } from './driver.ts';
import { padded, type Part, sample, type Schema, schemaOf } from './samples.ts';

/** The fields that the interface keeps, shows or passes on. Every other field of a request must leave no trace. */
const kindOfField: Record<string, Kind> = {
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

/**
 * The request that `route` is made for, a canary in every field that can hold a text.
 * @param other another name of the case, and what its texts are: where it is known that they will not be kept
 */
export function validCase(route: Route, canaries: Canaries, other?: { name: string; kind: Kind }): Case {
  const fill = (part: Part) => (path: string, schema: Schema) => {
    const place = `${route.name} ${part}.${path}`;
    const token = canaries.token();
    const whole = padded(token, schema);
    const kind = other?.kind ?? kindOfField[place.replace(/\{.*\}$/, '')] ?? 'never';
    canaries.add(kind, other ? `${place}, ${other.name}` : place, token, whole);
    return whole;
  };
  const body = schemaOf(route, 'body');
  return {
    route,
    name: other?.name ?? 'as it should be',
    path: pathOf(route, (name) => fill('params')(name, {})) + queryOf(route, fill('query')),
    ...(body ? { body: Buffer.from(JSON.stringify(sample(body, fill('body')))), headers: [json] } : {}),
  };
}

/** The path of `route` with its parameters filled in; a seminar has to be one that exists. */
export function pathOf(route: Route, fill: (name: string) => string): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'slug' ? (catalogue[0]?.slug ?? '') : fill(name)));
}

function queryOf(route: Route, fill: (path: string, schema: Schema) => string): string {
  const schema = schemaOf(route, 'query');
  if (!schema) return '';
  return `?${new URLSearchParams(sample(schema, fill) as Record<string, string>).toString()}`;
}
