import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Closable } from '@rest-stop/runtime/lifecycle.ts';
import { listenLocally } from '@rest-stop/testing/servers/listen.ts';

type Message = { role: string; content: string };
/** One request as it went to the model's server, and how that ended. */
export type Seen = { messages: Message[]; bytes: number; status: number; inputTokens: number | undefined };

/** A server between the engine under trial and the model: passes everything on and notes what it saw. */
export type Observer = Closable & { baseUrl: string; seen: Seen[] };

/**
 * @param alternating refuses, as the templates of Mistral and Gemma do, messages whose roles do not alternate after the system's
 */
export async function observe(baseUrl: string, alternating: boolean): Promise<Observer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const pass = async () => {
      const body = await text(request);
      const { messages } = JSON.parse(body) as { messages: Message[] };
      const note: Seen = { messages, bytes: Buffer.byteLength(body), status: 0, inputTokens: undefined };
      seen.push(note);
      if (alternating && !alternate(messages)) {
        note.status = 400;
        return response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"message":"roles must alternate","code":400}}');
      }
      const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
      const answer = await fetch(`${baseUrl}${request.url!.replace(/^\/v1/, '')}`, {
        method: 'POST',
        body,
        headers,
        signal: leaving.signal,
      });
      const said = await answer.text();
      note.status = answer.status;
      if (answer.ok) note.inputTokens = (JSON.parse(said) as { usage?: { prompt_tokens?: number } }).usage?.prompt_tokens;
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
    };
    pass().catch(() => response.destroy());
  });
  const { port, close } = await listenLocally(server);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, seen, close };
}

function alternate(messages: readonly Message[]): boolean {
  const turns = messages.filter(({ role }) => role !== 'system').map(({ role }) => role);
  return turns.every((role, i) => role === (i % 2 === 0 ? 'user' : 'assistant'));
}
