import type { Answer, Api } from '@rest-stop/testing/client.ts';

/** A request as an agent sends it. `body` may be any JSON; `raw` is sent as it stands. */
export type Request = {
  method: string;
  path: string;
  key?: string | undefined;
  body?: any;
  raw?: string;
  headers?: Record<string, string>;
};

export function send(api: Api, { method, path, ...rest }: Request): Promise<Answer> {
  return api.call(method, path.startsWith('//') ? new URL(path.slice(1), api.base).href : path, rest);
}

/**
 * The request with what the error's own words say changed, and nothing else known of the interface than those words and the calls that they
 * lead to. Undefined when they lead to no other request.
 */
export async function repaired(api: Api, request: Request, answer: Answer): Promise<Request | undefined> {
  const { error, message, issues = [], next_calls } = answer.body;
  const [call = ''] = Object.values<string>(next_calls);
  if (error === 'unauthorized') return { ...request, headers: {}, key: (await follow(api, call)).body.api_key };
  if (error === 'agent_id_taken') return asCall(api, call, request);
  if (error === 'method_not_allowed' || error === 'not_found') return asCall(api, call, { ...request, body: undefined });
  if (error === 'unsupported_media_type') return { ...request, headers: { ...request.headers, ...headersIn(message) } };
  if (error === 'invalid_json') return { ...request, raw: undefined as never, body: await exampleAt(api, call) };
  let next = structuredClone(request);
  for (const issue of issues) next = await changed(api, next, issue, call);
  return issues.length > 0 ? next : undefined;
}

type Issue = { path: string; message: string };

async function changed(api: Api, request: Request, { path, message }: Issue, call: string): Promise<Request> {
  const belongs = /belongs into the query: \w+ (\S+?)\?(\w+)=/.exec(message);
  if (belongs) {
    const [, , name = ''] = belongs;
    const { [name]: value, ...body } = request.body;
    return { ...request, path: `${request.path}?${name}=${value}`, body };
  }
  if (path in query(request)) return { ...request, path: withQuery(request.path, path, valueFrom(message, query(request)[path])) };
  if (headerNamed(request, path)) return { ...request, headers: without(request.headers ?? {}, headerNamed(request, path) as string) };
  const steps = path.split('.').filter(Boolean);
  const name = steps.pop();
  if (name === undefined) return { ...request, body: await exampleAt(api, call) };
  const body = structuredClone(request.body ?? {});
  const holder = steps.reduce((at, step) => (at[step] ??= {}), body);
  const rename = /rename it to (\w+)/.exec(message)?.[1];
  if (rename) holder[rename] = holder[name];
  if (rename || /leave it out|belongs into the path/.test(message)) delete holder[name];
  else if (/is required/.test(message)) holder[name] = steps.reduce((at, step) => at?.[step], await exampleAt(api, call))?.[name];
  else holder[name] = valueFrom(message, holder[name]);
  return { ...request, body };
}

/** The value that a sentence asks for. */
function valueFrom(message: string, value: any): any {
  const number = (pattern: RegExp) => Number(pattern.exec(message)?.[1]);
  if (/leave out the quotes/.test(message)) return JSON.parse(value);
  if (/put it in quotes/.test(message)) return String(value);
  if (/without a fraction/.test(message)) return Math.floor(value);
  if (/characters?, at most/.test(message)) return [...value].slice(0, number(/at most (\d+)/)).join('');
  if (/bytes as compact JSON, at most/.test(message)) return String(value).slice(0, number(/at most (\d+)/) / 2);
  if (/characters?, at least/.test(message)) return value.padEnd(number(/at least (\d+)/), ' and so on');
  if (/must be at (most|least)/.test(message)) return number(/at (?:most|least) (\d+)/);
  if (/such as/.test(message)) return /such as (\S+)/.exec(message)?.[1];
  if (/from (\d+) to/.test(message)) return number(/to (\d+)/);
  if (/must be (one of )?\w/.test(message)) return /must be (?:one of |given at most once, as )?([\w-]+)/.exec(message)?.[1];
  if (/must have 2 to 63 of/.test(message)) return `${String(value).replace(/[^a-z0-9_-]/gi, '-')}-x`.replace(/^[^a-z0-9]+/i, '');
  return value;
}

/** The example of the one endpoint that an error leads to. */
async function exampleAt(api: Api, call: string): Promise<any> {
  return (await follow(api, call)).body.endpoint.example;
}

function follow(api: Api, call: string): Promise<Answer> {
  const [method = '', url = ''] = call.split(' ');
  return api.call(method, url);
}

/** `call` in the place of the request's method and path; a name in braces stands for what is found there. */
async function asCall(api: Api, call: string, request: Request): Promise<Request> {
  const [method = '', url = ''] = call.split(' ');
  if (url.endsWith('/seminars') && /attend/.test(request.path)) {
    const [{ slug }] = (await follow(api, call)).body.seminars;
    return { ...request, path: `/seminars/${slug}/attend` };
  }
  return { ...request, method, path: url };
}

function headersIn(message: string): Record<string, string> {
  return /without Content-Encoding/.test(message)
    ? { 'content-encoding': 'identity' }
    : { 'content-type': /Content-Type: ([\w/]+)/.exec(message)?.[1] ?? '' };
}

function headerNamed({ headers = {} }: Request, name: string): string | undefined {
  return Object.keys(headers).find((header) => header.toLowerCase() === name.toLowerCase());
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

const query = ({ path }: Request) => Object.fromEntries(new URL(path, 'http://x').searchParams);

function withQuery(path: string, name: string, value: string | number | undefined): string {
  const url = new URL(path, 'http://x');
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, String(value));
  return url.pathname + url.search;
}
