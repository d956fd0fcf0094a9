import { aiderTurns, isAider } from './aider.ts';
import { type Fields, fieldsOf, isMessage, type Item, itemsOf, parsed } from './messages.ts';
import type { Program } from './program.ts';
import { programs } from './programs.ts';

/** What an agent's session file holds, in words. */
export type Session = {
  /** Who wrote the file; `text` for anything that is not known, which is left as it is. */
  kind: Program['name'] | 'aider' | 'text';
  text: string;
  /** What of the file is not in `text`, by kind, and how often. */
  leftOut: Record<string, number>;
};

/** A session whose messages stand one by one: each thing said, each call of a tool and each result. */
export type Turns = Omit<Session, 'text'> & { turns: string[] };

/**
 * The conversation of a session file as plain text with a line above each turn that says who speaks: of Claude Code, Codex and Gemini CLI,
 * of an export of opencode, and of messages as OpenAI and Anthropic take them (JSON, or JSON lines). Any other text stays as it is, and so
 * does a history of aider, which says by itself who speaks.
 */
export function readSession(file: string): Session {
  const { kind, turns, leftOut } = readTurns(file);
  return { kind, text: kind === 'aider' ? file : turns.join('\n\n'), leftOut };
}

/** The messages of a session file. Any other text is one turn. */
export function readTurns(file: string): Turns {
  if (isAider(file)) return { kind: 'aider', turns: aiderTurns(file), leftOut: {} };
  const document = /^\s*[[{]/.test(file) ? parsed(file) : undefined;
  const whole = fieldsOf(document);
  const owner = whole && programs.find(({ wrote }) => wrote(whole));
  if (owner) return told(owner.name, owner.items([whole]));
  const list = messagesIn(document);
  if (list) return told('messages', list.flatMap(itemsOf));
  const lines = file.split('\n').filter((line) => line.trim());
  const objects = lines.map((line) => (line.trimStart().startsWith('{') ? fieldsOf(parsed(line)) : undefined));
  const read = objects.filter((object): object is Fields => object !== undefined);
  const program = programs.find(({ wrote }) => read.some(wrote));
  // A last line that was cut while it was written does not make the file something else.
  if (!program || read.length < lines.length - 1) return { kind: 'text', turns: [file], leftOut: {} };
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

function told(kind: Turns['kind'], items: readonly Item[]): Turns {
  const leftOut: Record<string, number> = {};
  const turns: string[] = [];
  for (const item of items) {
    if ('leftOut' in item) leftOut[item.leftOut] = (leftOut[item.leftOut] ?? 0) + 1;
    else turns.push(item.head === 'tool' ? `[tool] ${item.text}` : `[${item.head}]\n${item.text}`);
  }
  return { kind, turns, leftOut };
}
