import { ProviderFailure } from './failure.ts';

/** Largest reply taken from a provider: many times the longest legal answer. */
const maxReplyBytes = 2_000_000;

/**
 * `fetch` that resolves only when the whole body has arrived. The signal of the caller thus ends a body that never ends, too.
 * Redirects are not followed: an agent's text would be sent to a server that the operator has not named.
 * @throws ProviderFailure `too_large` for a body over 2 MB, read no further than that
 */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  const body = await readAtMost(response, maxReplyBytes);
  const { status, statusText, headers } = response;
  return new Response(body.length > 0 ? (response.ok ? body : withErrorObject(body)) : null, { status, statusText, headers });
}

/** Older versions of vLLM send `{ object: 'error', … }` instead of `{ error: { … } }`, and the openai package finds no error in it. */
function withErrorObject(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | string {
  try {
    const parsed = JSON.parse(Buffer.from(body).toString()) as { object?: unknown };
    return parsed.object === 'error' ? JSON.stringify({ error: parsed }) : body;
  } catch {
    return body;
  }
}

async function readAtMost(response: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > max) throw new ProviderFailure('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
