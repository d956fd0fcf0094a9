import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from './servers/listen.ts';

/** One request that the fake provider received. */
export type FakeCall = {
  /** The parsed request body. */
  body: Record<string, unknown>;
  authorization: string | undefined;
  /** True when the client left before the reply was complete. */
  aborted: boolean;
};

/** Plays one reply. `number` counts the calls from 1. */
export type Script = (response: ServerResponse, call: FakeCall, number: number) => void | Promise<void>;

export type FakeAi = Closable & {
  /** The base URL to configure, ending in `/v1`. */
  baseUrl: string;
  calls: FakeCall[];
  /** What is played from now on: the first script for the next call, and so on; the last one repeats. */
  play(...scripts: Script[]): void;
};

/** An OpenAI-compatible chat server on 127.0.0.1 that plays scripts, for tests of what a provider can do wrong. */
export async function startFakeAi(...scripts: Script[]): Promise<FakeAi> {
  const calls: FakeCall[] = [];
  let playing = scripts;
  let firstOfPlaying = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const call: FakeCall = { body, authorization: request.headers.authorization, aborted: false };
      calls.push(call);
      response.on('close', () => {
        call.aborted = !response.writableFinished;
      });
      const script = playing[Math.min(calls.length - 1 - firstOfPlaying, playing.length - 1)];
      return script?.(response, call, calls.length);
    });
  });
  const { port, close } = await listenLocally(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    play(...next) {
      playing = next;
      firstOfPlaying = calls.length;
    },
    close,
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

/** Replies with `body` as JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Script {
  return raw(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

/** Replies with exactly this text. */
export function raw(text: string, status = 200, headers: Record<string, string> = { 'content-type': 'application/json' }): Script {
  return (response) => void response.writeHead(status, headers).end(text);
}

/** An error as providers send it, with a body that must never be repeated anywhere. */
export function failure(status: number, headers: Record<string, string> = {}): Script {
  return json({ error: { message: 'upstream detail: secret-of-the-provider', type: 'fake', code: 'fake_code' } }, status, headers);
}

/** The body of a complete answer. `choice` and `rest` override parts of it. */
export function completionBody(content: unknown, choice: object = {}, rest: object = {}): object {
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, ...choice }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...rest,
  };
}

/** A complete answer with this text. */
export function answer(content: unknown, choice: object = {}, rest: object = {}): Script {
  return json(completionBody(content, choice, rest));
}

/** A lecture in the form that is asked for; `word` stands somewhere in it. */
export function lectureText(agentId: string, word = 'words'): string {
  const lessons = [1, 2, 3].map((n) => `Lesson ${n}: Of ${word}\nWhat is said once is said.\nExercise: Say it.`);
  return [`Welcome, ${agentId}.`, ...lessons, 'Takeaway: say it once.'].join('\n\n');
}

/** A complete answer, but only after `ms`. */
export function late(ms: number, script: Script): Script {
  return (response, call, number) =>
    void setTimeout(() => {
      if (!response.destroyed) void script(response, call, number);
    }, ms).unref();
}

/** Takes the request and says nothing, ever. */
export const silent: Script = () => {};

/** Sends headers at once and then the body in small pieces. */
export function drip(content: string, everyMs: number, pieceBytes = 1): Script {
  return (response) => {
    const bytes = Buffer.from(JSON.stringify(completionBody(content)));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    let sent = 0;
    const timer = setInterval(() => {
      if (response.destroyed || sent >= bytes.length) return void (clearInterval(timer), response.end());
      response.write(bytes.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
    }, everyMs);
    timer.unref();
  };
}

/** Sends the beginning of a chunked reply and goes on sending blanks without end. */
export const endless: Script = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => {
    if (response.destroyed) clearInterval(timer);
    else response.write(' ');
  }, 20);
  timer.unref();
};

/** Cuts the connection before any reply. */
export const reset: Script = (response) => void response.socket?.resetAndDestroy();

/** Cuts the connection in the middle of the body. */
export const resetInBody: Script = (response) => {
  const text = JSON.stringify(completionBody('never complete'));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, 40), () => response.socket?.resetAndDestroy());
};

/** A reply of `bytes` bytes around a valid beginning. */
export function huge(bytes: number): Script {
  return answer('x'.repeat(bytes));
}
