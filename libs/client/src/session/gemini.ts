import { contentItems, type Fields, fieldsOf, type Item, listOf } from './messages.ts';
import type { Program } from './program.ts';

/** ~/.gemini/tmp/<project>/chats/session-<time>-<id>.json, or .jsonl since version 0.39: a log that is replayed. */
export const geminiCli: Program = {
  name: 'gemini-cli',
  wrote: ({ sessionId, projectHash }) => typeof sessionId === 'string' && typeof projectHash === 'string',
  items: (lines) => [...replayed(lines).values()].flatMap(messageItems),
};

/** The messages that stand in the end, by id. A later line may replace a message, all messages, or everything from one message on. */
function replayed(lines: readonly Fields[]): Map<unknown, Fields> {
  const messages = new Map<unknown, Fields>();
  for (const line of lines) {
    const all = line['messages'] ?? fieldsOf(line['$set'])?.['messages'];
    if (Array.isArray(all)) {
      messages.clear();
      for (const message of all.map(fieldsOf)) if (message) messages.set(message['id'] ?? message, message);
    } else if ('$rewindTo' in line) {
      const ids = [...messages.keys()];
      for (const id of ids.slice(Math.max(0, ids.indexOf(line['$rewindTo'])))) messages.delete(id);
    } else if (typeof line['type'] === 'string') messages.set(line['id'] ?? line, line);
  }
  return messages;
}

function messageItems({ type, content, thoughts, toolCalls }: Fields): Item[] {
  if (type === 'user') return contentItems(content, 'user');
  if (type !== 'gemini') return [{ leftOut: 'notes of the program' }];
  return [
    ...listOf(thoughts).map((): Item => ({ leftOut: 'pieces of reasoning' })),
    ...contentItems(content, 'assistant'),
    ...listOf(toolCalls).flatMap((call) => callItems(fieldsOf(call) ?? {})),
  ];
}

function callItems({ name, args, result, resultDisplay, status }: Fields): Item[] {
  const outputs = listOf(result).flatMap((part) => {
    const response = fieldsOf(fieldsOf(fieldsOf(part)?.['functionResponse'])?.['response']);
    return [response?.['output'], response?.['error']].filter((one) => typeof one === 'string');
  });
  const output = outputs.length > 0 ? outputs.join('\n') : resultDisplay;
  const head = status === 'error' ? 'tool result, failed' : 'tool result';
  return [{ head: 'tool', text: `${String(name)} ${JSON.stringify(args ?? {})}` }, ...contentItems(output, head)];
}
