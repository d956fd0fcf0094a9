import { Api } from '@rest-stop/testing/client.ts';

export type Call = { method: string; path: string; key?: string; body?: unknown };
export type Reply = { status: number; body: any; visitsLeft: number | undefined };

/** The service, or what stands in its place in a mutant. */
export type Service = (call: Call) => Promise<Reply>;

/** The service at `baseUrl`. */
export function serviceAt(baseUrl: string): Service {
  const api = new Api(baseUrl);
  return async ({ method, path, key, body }) => {
    const { status, headers, body: answer } = await api.call(method, path, { key, body });
    const left = /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
    return { status, body: answer, visitsLeft: left === undefined ? undefined : Number(left) };
  };
}
