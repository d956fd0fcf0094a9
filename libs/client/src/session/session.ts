import { type Fields, fieldsOf, isMessage, type Item, itemsOf, parsed } from './messages.ts';
import { type Program, programs } from './programs.ts';

/** What an agent's session file holds, in words. */
export type Session = {
  /** Who wrote the file; `text` for anything that is not known, which is left as it is. */
  kind: Program['name'] | 'text';
  text: string;
  /** What of the file is not in `text`, by kind, and how often. */
  leftOut: Record<string, number>;
};

/**
 * The conversation of a session file as plain text with a line above each turn that says who speaks: of Claude Code and Codex (JSON lines),
 * and of messages as OpenAI and Anthropic take them (JSON, or JSON lines). Any other text stays as it is.
 */
export function readSession(file: string): Session {
  const whole = /^\s*[[{]/.test(file) ? messagesIn(parsed(file)) : undefined;
  if (whole) return told('messages', whole.flatMap(itemsOf));
  const lines = file.split('\n').filter((line) => line.trim());
  const objects = lines.map((line) => (line.trimStart().startsWith('{') ? fieldsOf(parsed(line)) : undefined));
  const read = objects.filter((object): object is Fields => object !== undefined);
  const program = programs.find(({ wrote }) => read.some(wrote));
  // A last line that was cut while it was written does not make the file something else.
  if (!program || read.length < lines.length - 1) return { kind: 'text', text: file, leftOut: {} };
  const cut = Array.from({ length: lines.length - read.length }, (): Item => ({ leftOut: 'lines that were cut' }));
  return told(program.name, [...program.items(read), ...cut]);
}

/** The messages of a document: a list of them, or what holds one. */
function messagesIn(document: unknown): unknown[] | undefined {
  const fields = fieldsOf(document);
  const list = fields ? [fields['messages'], fields['input'], fields['contents']].find(Array.isArray) : document;
  return Array.isArray(list) && list.length > 0 && list.every(isMessage) ? [...systemOf(fields), ...list] : undefined;
}

/** Some interfaces take the rules beside the messages. */
function systemOf(fields: Fields | undefined): unknown[] {
  const content = fields?.['system'] ?? fields?.['instructions'];
  return content === undefined ? [] : [{ role: 'system', content }];
}

function told(kind: Session['kind'], items: readonly Item[]): Session {
  const leftOut: Record<string, number> = {};
  const turns: string[] = [];
  for (const item of items) {
    if ('leftOut' in item) leftOut[item.leftOut] = (leftOut[item.leftOut] ?? 0) + 1;
    else turns.push(item.head === 'tool' ? `[tool] ${item.text}` : `[${item.head}]\n${item.text}`);
  }
  return { kind, text: turns.join('\n\n'), leftOut };
}
