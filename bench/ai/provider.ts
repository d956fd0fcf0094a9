// The scripted provider of the measurement, as a process of its own. It reads each request to its end, waits, and answers always the same; what it costs is the same for both ways to it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { completionBody } from '@rest-stop/testing/fake-ai.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { AddressInfo } from 'node:net';

const { ANSWER_MS, ANSWER_FILE } = process.env;
const body = JSON.stringify(completionBody(readFileSync(ANSWER_FILE!, 'utf8')));
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
const log = createLog('provider', 'info');

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  request.resume().on('end', () => setTimeout(() => response.writeHead(200, headers).end(body), Number(ANSWER_MS)));
});
server.listen(0, '127.0.0.1', () => log.info({ port: (server.address() as AddressInfo).port }, 'listening'));
