import { Agent, request } from 'undici';
import { ProviderFailure } from './failure.ts';

/** Largest reply taken from a provider: many times the longest legal answer. */
const maxReplyBytes = 2_000_000;

/** Connections to providers. How long an answer may take is for the caller's signal to say. */
const connections = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * A `fetch` for the openai package that resolves only when the whole body has arrived. The signal of the caller thus ends a body that never
 * ends, too. By undici's `request`: the global `fetch` costs a worker a quarter of a millisecond more for each call.
 * Redirects are not followed: an agent's text would be sent to a server that the operator has not named.
 * @throws ProviderFailure `too_large` for a body over 2 MB, read no further than that
 */
export async function boundedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { statusCode, headers, body } = await request(input instanceof Request ? input.url : input, {
    dispatcher: connections,
    method: init.method as 'POST',
    // Nothing here decompresses, and where nothing is said of it a server may compress (RFC 9110, section 12.5.3).
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
    body: init.body as string,
    signal: init.signal as AbortSignal,
  });
  const bytes = await readAtMost(body, maxReplyBytes);
  const said = bytes.length > 0 ? (statusCode < 300 ? bytes : withErrorObject(bytes)) : null;
  return new Response(said, { status: statusCode, headers: headers as Record<string, string> });
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

async function readAtMost(body: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) throw new ProviderFailure('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
