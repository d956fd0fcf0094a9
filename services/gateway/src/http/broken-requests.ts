import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, errorBody } from '@rest-stop/contracts/errors.ts';

/**
 * Answers on the bare connection what Node could not parse as a request, and closes the connection.
 * @param headers in every answer
 * @param answered connections that are left alone, because they get their last answer elsewhere
 */
export function brokenRequestAnswers(baseUrl: string, headers: Readonly<Record<string, string>>, answered: WeakSet<Duplex>) {
  function answer(socket: Duplex, status: number, error: ApiError): void {
    const body = JSON.stringify(errorBody(error, { baseUrl, requestId: randomUUID() }));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  }

  return {
    /** For the parser's errors, and for clients that take too long to send. */
    clientError({ code }: { code?: string }, socket: Duplex): void {
      if (answered.has(socket)) return;
      if (code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
      } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
        answer(socket, 408, new ApiError('request_timeout', 'The request took too long to arrive. Send it again.'));
      } else if (code === 'HPE_HEADER_OVERFLOW') {
        answer(socket, 431, new ApiError('invalid_request', 'The header section is too large. Send fewer or shorter headers.'));
      } else {
        answer(socket, 400, new ApiError('invalid_request', 'This is not a well-formed HTTP/1.1 request.'));
      }
    },
    /** For CONNECT, for which Node gives a bare connection instead of a response. */
    connect(_request: unknown, socket: Duplex): void {
      socket.on('error', () => {});
      answer(socket, 400, new ApiError('invalid_request', 'This is no proxy for other hosts.'));
    },
  };
}
