import { ApiError } from '@rest-stop/contracts/errors.ts';
import { keyArgument, type McpTool } from '@rest-stop/contracts/mcp.ts';
import { validate } from '@rest-stop/runtime/http/validation/validate.ts';
import { z } from 'zod';
import { apiPrefix } from '../endpoints.ts';

/** The request of the interface that a tool call stands for. */
export type ToolRequest = {
  method: McpTool['route']['method'];
  url: string;
  /** Undefined for an endpoint without a body. */
  body: string | undefined;
  /** The key among the arguments: it goes into the header, and nowhere else. What is no text is no key. */
  key: string | undefined;
};

/** Longer ones are refused, because an upstream takes no more in its request line. */
const maxUrlLength = 4_000;

/**
 * Spreads the arguments over path, query and body. Unknown ones go into the body, if there is one, so that the service says of them what it
 * always says.
 * @throws ApiError `invalid_request` when no request can be written with them
 */
export function requestOf({ route, format }: McpTool, { [keyArgument]: key, ...args }: Record<string, unknown>): ToolRequest {
  const { method } = route;
  const inPath = pick(args, route.params);
  const inQuery = pick(args, route.query);
  const params = route.params ? (validate(route.params, inPath, 'path') as Record<string, string>) : {};
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params[name] ?? '').toWellFormed()));
  // Said always, because the User-Agent would choose another for some.
  const query = new URLSearchParams({ ...mapped(inQuery), format });
  const url = `${apiPrefix}${path}?${query.toString()}`;
  if (url.length > maxUrlLength) throw new ApiError('invalid_request', 'The arguments are too long. Shorten them; nothing was done.');
  const rest = Object.entries(args).filter(([name]) => !(name in inPath || name in inQuery));
  return {
    method,
    url,
    body: route.body && JSON.stringify(Object.fromEntries(rest)),
    key: key === undefined || typeof key === 'string' ? key : '',
  };
}

/** Those of `args` that `schema` has by name. */
function pick(args: Record<string, unknown>, schema: z.ZodType | undefined): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

function mapped(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
