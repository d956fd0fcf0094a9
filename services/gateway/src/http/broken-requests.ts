import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, errorBody } from '@rest-stop/contracts/errors.ts';

/**
 * Answers what is no request at all, on the bare connection, and closes it.
 * @param answered connections that get their last answer, and are closed, by somebody else
 */
export function brokenRequestAnswers(baseUrl: string, answered: WeakSet<Duplex>) {
  function answer(socket: Duplex, status: number, error: ApiError): void {
    const body = JSON.stringify(errorBody(error, baseUrl, randomUUID()));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
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
    /** For CONNECT, which Node hands over as a bare connection. */
    connect(_request: unknown, socket: Duplex): void {
      socket.on('error', () => {});
      answer(socket, 400, new ApiError('invalid_request', 'This is no proxy for other hosts.'));
    },
  };
}
