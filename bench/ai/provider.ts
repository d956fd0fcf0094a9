// The scripted provider of the measurement, as a process of its own. It reads each request to its end, waits, and answers always the same, or, to
// who asks for a lecture, with one of about that length; what it costs is the same for all ways to it.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { completionBody, lectureText } from '@rest-stop/testing/fake-ai.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { AddressInfo } from 'node:net';

const { ANSWER_MS, ANSWER_FILE } = process.env;
const answer = readFileSync(ANSWER_FILE!, 'utf8');
const log = createLog('provider', 'info');

/** A prompt for a lecture holds, as JSON within JSON, whom it is for. */
const askedForLecture = /\\"agent_id\\":\\"([^\\]+)\\"/;
const inEachLesson = 'what is said once '.repeat(answer.length / 60);

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => void reply(request, response));
server.listen(0, '127.0.0.1', () => log.info({ port: (server.address() as AddressInfo).port }, 'listening'));

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const agentId = askedForLecture.exec(await text(request).catch(() => ''))?.[1];
  await sleep(Number(ANSWER_MS));
  const body = JSON.stringify(completionBody(agentId === undefined ? answer : lectureText(agentId, inEachLesson)));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}
