import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Reservation } from '@rest-stop/contracts/agent.ts';
import { Credentials, Fidelity, structuredResults, targets } from '@rest-stop/contracts/defrag.ts';
import { hiddenSource } from '@rest-stop/contracts/hidden.ts';
import { WorkState } from '@rest-stop/contracts/event-stream.ts';
import { ErrorBody, errorCodes, Issue } from '@rest-stop/contracts/errors.ts';
import { Receipt, ReceiptKey, receiptKeysPath } from '@rest-stop/contracts/identity.ts';
import { mcpPath } from '@rest-stop/contracts/mcp.ts';
import { limits } from '@rest-stop/contracts/limits.ts';
import type { Route } from '@rest-stop/contracts/route.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { PublicReview } from '@rest-stop/contracts/stay/reviews.ts';
import { Schedule } from '@rest-stop/contracts/stay/schedules.ts';
import { z } from 'zod';
import { type JsonSchema, typeOf, words } from './types.ts';

/** The operations of the client. Memories and artifacts, which nobody stores, and documents in plain text have none. */
const wanted = [
  'quickjoin',
  'reserve',
  'stay',
  'checkout',
  'rotate_key',
  'forget',
  'defrag',
  'attend_seminar',
  'review',
  'schedule',
  'list_schedules',
  'cancel_schedule',
  'list_reviews',
  'list_seminars',
  'stats',
  'privacy',
  'capabilities',
  'health',
];

/** What answers are made of, under names of their own. */
const parts = { Reservation, Schedule, PublicReview, Receipt, ReceiptKey, Fidelity, Credentials, Issue, ErrorBody };

const chosen = wanted.map((name) => {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`The contracts have no operation ${name}.`);
  return route;
});

/** The interface of the service as plain TypeScript without imports: what the contracts say, and nothing of what they are written with. */
export function printInterface(): string {
  const results = Object.fromEntries(Object.entries(structuredResults).map(([target, schema]) => [`${pascal(target)}Result`, schema]));
  const answers = { ...parts, ...results, ...collect((route) => ({ Response: route.response, Min: route.min })) };
  const requests = collect((route) => ({ Body: route.body, Query: route.query }));
  const source = `// Written by \`npm run generate -w @rest-stop/client\` from libs/contracts: not to be edited by hand.

/** The limits a client can meet; lengths are in Unicode code points. */
export const limits = ${JSON.stringify({ contentMin: limits.defragMinChars, contentMax: limits.defragMaxChars, resultMin: limits.defragResultMinChars, resultMax: limits.defragResultMaxChars, requests: limits.rateLimitRequests })} as const;

export const targets = ${JSON.stringify(targets)} as const;
export type Target = (typeof targets)[number];

/** What a context becomes, by target. */
export type Results = {
  ${targets.map((target) => `${target}: ${target in structuredResults ? `${pascal(target)}Result` : 'string'};`).join('\n')}
};

export type ErrorCode = ${Object.keys(errorCodes).map(quoted).join(' | ')};

/** The status that each error has where it is an answer of its own. */
export const errorStatus: Record<ErrorCode, number> = {
  ${Object.entries(errorCodes)
    .map(([code, { status }]) => `${code}: ${status},`)
    .join('\n')}
};

/** Where a call of the model is: it waits for a worker, or one has it. */
export type WorkState = ${WorkState.options.map(quoted).join(' | ')};

/** Where anybody may read the keys that sign receipts: beside the versioned interface. */
export const receiptKeysPath = ${quoted(receiptKeysPath)};
/** Where the MCP server is, which stands there, too. */
export const mcpPath = ${quoted(mcpPath)};

/** Characters that act on a terminal or a model and are not seen, but for what the group \`kept\` matches: a pattern with the flag \`u\`. */
export const hiddenPattern = ${JSON.stringify(hiddenSource)};

/** Every operation: where it is, whether it needs the key, whether it waits for the AI model, whether it has a narrower answer. */
export const operations = {
  ${chosen.map(operation).join('\n')}
} as const;

${declarations(answers, 'output')}

${declarations(requests, 'input')}
`;
  return formatted(source);
}

function collect(partsOf: (route: Route) => Record<string, z.ZodType | undefined>): Record<string, z.ZodType> {
  const named = chosen.flatMap((route) =>
    Object.entries(partsOf(route)).map(([part, schema]) => [pascal(route.name) + part, schema] as const),
  );
  return Object.fromEntries(named.filter((entry): entry is readonly [string, z.ZodType] => entry[1] !== undefined && !isEmpty(entry[1])));
}

/** A body in which nothing may stand needs no type. */
function isEmpty(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
}

function declarations(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): string {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const documents = z.toJSONSchema(registry, { io, uri: (id) => id }).schemas as Record<string, JsonSchema>;
  const names = new Set(Object.keys(schemas));
  return Object.entries(documents)
    .filter(([name]) => names.has(name))
    .map(([name, { description, ...schema }]) => `${words(description)}export type ${name} = ${typeOf(schema, names)};`)
    .join('\n\n');
}

function operation({ name, method, path, auth, slow, min }: Route): string {
  const facts = `method: ${quoted(method)}, path: ${quoted(path)}, key: ${auth === 'bearer'}, slow: ${slow === true}, min: ${min !== undefined}`;
  return `${name}: { ${facts} },`;
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function quoted(text: string): string {
  return `'${text}'`;
}

function formatted(source: string): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=libs/client/src/interface.ts'];
  return execFileSync(process.execPath, biome, { cwd: root, input: source, encoding: 'utf8' });
}
