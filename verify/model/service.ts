export type Call = { method: string; path: string; key?: string; body?: unknown };
export type Reply = { status: number; body: any; visitsLeft: number | undefined };

/** The service, or what stands in its place in a mutant. */
export type Service = (call: Call) => Promise<Reply>;

/** The service at `baseUrl`. */
export function serviceAt(baseUrl: string): Service {
  return async ({ method, path, key, body }) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'user-agent': 'model-run/1.0',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const left = /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
    return { status: response.status, body: await response.json(), visitsLeft: left === undefined ? undefined : Number(left) };
  };
}
