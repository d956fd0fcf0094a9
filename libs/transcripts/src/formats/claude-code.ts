import { type Fields, isFields, type Json, objectsOf, Text, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { cut, say, sayCall, saidBy, sayUser, stringsOf } from '../saying.ts';
import type { Transcript } from '../turn.ts';
import type { Format } from './format.ts';

/** ~/.claude/projects/<folder>/<session>.jsonl */
export const claudeCode: Format = {
  name: 'claude-code',
  recognises(text) {
    if (!/^\{"|\n\{"/.test(text)) return 0;
    if (
      /"type":"(?:user|assistant)"/.test(text) &&
      /"(?:parentUuid|isSidechain|toolUseResult|leafUuid)":|"message":\{[^{}]*"role"/.test(text)
    )
      return 0.95;
    return /"type":"message","role":"(?:user|assistant)"/.test(text) && /\[tool_(?:use|result)\b/.test(text) ? 0.9 : 0;
  },
  read(text) {
    return toldBy(objectsOf(text));
  },
};

/** What the lines of a session say. Lines that repeat another one, or belong to a sub-agent, say nothing. */
function toldBy(lines: readonly Fields[]): Transcript {
  const rendering = new Rendering();
  const seen = new Set<string>();
  const calls = new Map<string, string>();
  const isWhole = lines.every((line) => line['isSidechain'] !== false);
  for (const line of lines) {
    const id = wordOf(line['uuid']);
    if ((id !== '' && seen.size === seen.add(id).size) || (line['isSidechain'] === true && !isWhole)) continue;
    tell(rendering, line, calls);
  }
  return rendering.read();
}

function tell(rendering: Rendering, line: Fields, calls: Map<string, string>): void {
  const type = wordOf(line['type']);
  const message = isFields(line['message']) ? line['message'] : line;
  const role = wordOf(message['role']) || type;
  const at = wordOf(line['timestamp']) || undefined;
  const about = at === undefined ? {} : { at };
  // Of a line whose beginning is cut off, a result tells that a tool speaks.
  if (role === '')
    return stringsOf(line['']).forEach((text) =>
      say(rendering, 'toolUseResult' in line ? 'tool' : isNoteOf(line) ? 'system' : 'other', saidBy(text)),
    );
  if (type === 'attachment') return tellQueued(rendering, line['attachment'], about);
  if (type === 'summary') return stringsOf(line['summary']).forEach((text) => say(rendering, 'system', saidBy(text)));
  if (role === 'system') return stringsOf(message['content']).forEach((text) => say(rendering, 'system', saidBy(text)));
  if (role !== 'user' && role !== 'assistant') return;
  const isNote = isNoteOf(line);
  for (const block of blocksOf(message['content'] ?? message['text']))
    if (role === 'assistant') tellAssistant(rendering, block, calls);
    else tellUser(rendering, block, calls, isNote, about);
}

/** What the program writes under the user's name. */
function isNoteOf(line: Fields): boolean {
  return line['isMeta'] === true || line['isCompactSummary'] === true;
}

/** What a user typed while the agent was at work. */
function tellQueued(rendering: Rendering, attachment: Json | undefined, about: { at?: string }): void {
  if (!isFields(attachment) || wordOf(attachment['type']) !== 'queued_command') return;
  const said = stringsOf(attachment['prompt']).map((text) => saidBy(text));
  for (const one of said) if (!one.value.startsWith('<task-notification')) sayUser(rendering, one, about);
}

function blocksOf(content: Json | undefined): readonly Json[] {
  return Array.isArray(content) ? content : content === undefined ? [] : [content];
}

function tellAssistant(rendering: Rendering, block: Json, calls: Map<string, string>): void {
  if (block instanceof Text) {
    const said = saidBy(block);
    const call = /^\[tool_use:([\w-]+)/.exec(said.value);
    return say(rendering, 'assistant', call ? cut(said, 0, 500) : said, call ? { tool: call[1]! } : {});
  }
  if (!isFields(block)) return;
  const type = wordOf(block['type']);
  if (type === 'tool_use' || type === 'server_tool_use') {
    calls.set(wordOf(block['id']), wordOf(block['name']));
    return sayCall(rendering, block['name'], block['input']);
  }
  const text = block['text'] ?? block['thinking'];
  if (text instanceof Text) say(rendering, 'assistant', saidBy(text));
}

/** What a user wrote when a call was rejected stands after these words. */
const TOLD = /the user said:\s*\n/;

function tellUser(rendering: Rendering, block: Json, calls: Map<string, string>, isNote: boolean, about: { at?: string }): void {
  if (!isFields(block) || wordOf(block['type']) !== 'tool_result') {
    for (const text of stringsOf(block)) {
      const said = saidBy(text);
      if (isNote) say(rendering, 'system', said);
      else if (/^\[tool_result\b/.test(said.value)) say(rendering, 'tool', said);
      else sayUser(rendering, said, about);
    }
    return;
  }
  const tool = calls.get(wordOf(block['tool_use_id']));
  for (const text of stringsOf(block['content'])) {
    const said = saidBy(text);
    const told = said.value.startsWith("The user doesn't want to") ? TOLD.exec(said.value) : null;
    if (told) sayUser(rendering, cut(said, told.index + told[0].length), about);
    else if (tool === 'AskUserQuestion') say(rendering, 'user', said, about);
    else say(rendering, 'tool', said, tool ? { tool } : {});
  }
}
