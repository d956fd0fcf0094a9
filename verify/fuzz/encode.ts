import { randomBytes } from 'node:crypto';
import type { Credential } from './generate/headers.ts';
import type { FuzzRequest } from './generate/requests.ts';
import { ownSchedule } from './generate/targets.ts';

/** The agent on whose behalf requests are sent, with the last schedule that it recorded. */
export type Sender = { key: string; schedule: string | undefined };

const chunkBytes = 1_000;

/** The bytes of `request` as that agent sends it: its framing is always right, whatever else is not. */
export function encodeRequest(request: FuzzRequest, { key, schedule }: Sender): Buffer {
  const { method, query, credential, contentType, extra, body, chunked } = request;
  const path = request.path.replace(ownSchedule, schedule ?? '11111111-1111-4111-8111-111111111111');
  const secret = credential === 'in the query' ? `${query ? '&' : '?'}api_key=${key}&authorization=Bearer%20${key}` : '';
  const head = [
    `${method} ${path}${query}${secret} HTTP/1.1`,
    'Host: localhost',
    ...authorization(credential, key),
    ...(body && contentType !== undefined ? [`Content-Type: ${contentType}`] : []),
    ...extra,
    ...(body ? [chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body ? (chunked ? inChunks(body) : body) : Buffer.alloc(0)]);
}

function authorization(credential: Credential, key: string): string[] {
  switch (credential) {
    case 'own':
      return [`Authorization: Bearer ${key}`];
    case 'unknown':
      return [`Authorization: Bearer rs_${randomBytes(12).toString('hex')}`];
    case 'malformed':
      return [`Authorization: Bearer  ${key}`];
    case 'twice':
      return [`Authorization: Bearer ${key}`, `authorization: Bearer ${key}`];
    case 'lower-case':
      return [`authorization: bearer ${key}`];
    default:
      return [];
  }
}

function inChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const part = body.subarray(at, at + chunkBytes);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
