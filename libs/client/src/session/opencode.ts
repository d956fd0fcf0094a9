import { contentItems, type Fields, fieldsOf, type Item, listOf } from './messages.ts';
import type { Program } from './program.ts';

/** What `opencode export` prints: a session and its messages, each with its parts. */
export const opencode: Program = {
  name: 'opencode',
  wrote: ({ info, messages }) => fieldsOf(info) !== undefined && Array.isArray(messages),
  items: (documents) => documents.flatMap(({ messages }) => listOf(messages).flatMap((message) => messageItems(fieldsOf(message) ?? {}))),
};

function messageItems({ info, parts }: Fields): Item[] {
  const head = fieldsOf(info)?.['role'] === 'user' ? 'user' : 'assistant';
  return listOf(parts).flatMap((part) => partItems(fieldsOf(part) ?? {}, head));
}

function partItems({ type, text, synthetic, tool, state }: Fields, head: string): Item[] {
  // What the program adds to a user's message, such as the content of a file, nobody typed.
  if (type === 'text') return contentItems(text, synthetic === true ? 'tool result' : head);
  if (type === 'reasoning') return [{ leftOut: 'pieces of reasoning' }];
  if (type === 'file') return [{ leftOut: 'pieces of type file' }];
  if (type !== 'tool') return [];
  const { input, output, error } = fieldsOf(state) ?? {};
  const result = error === undefined ? contentItems(output, 'tool result') : contentItems(error, 'tool result, failed');
  return [{ head: 'tool', text: `${String(tool)} ${JSON.stringify(input ?? {})}` }, ...result];
}
