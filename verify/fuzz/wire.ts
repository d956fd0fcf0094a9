import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A whole HTTP/1.1 answer as it came over the wire; header names in lower case, the last of several wins. */
export type WireAnswer = { status: number; headers: Record<string, string>; body: Buffer; wire: Buffer };

/** What became of the bytes that were sent: answered, the connection closed without a whole answer, or neither within the bound. */
export type Outcome = { kind: 'answered'; answer: WireAnswer } | { kind: 'closed'; received: string } | { kind: 'hung'; received: string };

export type Target = { host: string; port: number; tls: boolean };

export function targetOf(baseUrl: string): Target {
  const { protocol, hostname, port } = new URL(baseUrl);
  const tls = protocol === 'https:';
  return { host: hostname, port: Number(port) || (tls ? 443 : 80), tls };
}

export function open({ host, port, tls }: Target): Socket {
  return tls ? connectTls({ host, port, servername: host }) : connect(port, host);
}

/**
 * Sends bytes as they are on a fresh connection and reads one answer.
 * @param method decides whether the answer may have a body
 * @param boundMs after so long without a whole answer it counts as hung
 */
export function exchange(target: Target, bytes: Buffer, method: string, boundMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = open(target);
    let received = Buffer.alloc(0);
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      socket.removeAllListeners('data').on('error', () => {});
      // A reset instead of a close: no port stays behind in TIME_WAIT, of which a long run would need too many.
      if (target.tls) socket.destroy();
      else socket.resetAndDestroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ kind: 'hung', received: received.toString('latin1') }), boundMs);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const answer = parseAnswer(received, method);
      if (answer) end({ kind: 'answered', answer });
    });
    // What follows tells how it ended: an error is always followed by a close.
    socket.on('error', () => {});
    socket.on('close', () => {
      const answer = parseAnswer(received, method, true);
      end(answer ? { kind: 'answered', answer } : { kind: 'closed', received: received.toString('latin1') });
    });
    socket.write(bytes);
  });
}

const bodiless: ReadonlySet<number> = new Set([204, 304]);

/** The first final answer in `bytes`, its body decoded; undefined while it is not whole. */
export function parseAnswer(bytes: Buffer, method: string, closed = false): WireAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1]);
  if (status >= 100 && status < 200) return parseAnswer(bytes.subarray(end + 4), method, closed);
  const headers = Object.fromEntries(lines.map(splitHeader));
  const bodyAt = end + 4;
  const length =
    method === 'HEAD' || bodiless.has(status) ? 0 : Number(headers['content-length'] ?? (closed ? bytes.length - bodyAt : Number.NaN));
  if (!(bytes.length >= bodyAt + length)) return undefined;
  const body = decoded(bytes.subarray(bodyAt, bodyAt + length), headers['content-encoding']);
  return { status, headers, body, wire: bytes.subarray(0, bodyAt + length) };
}

/** @throws for a coding that no request accepts, and for bytes that are not in it */
function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || body.length === 0) return body;
  if (coding === 'br') return brotliDecompressSync(body);
  if (coding === 'gzip') return gunzipSync(body);
  throw new Error(`an answer in the coding ${coding}`);
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
