import { type Fields, isFields, type Json, listOf, Text, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { roleOfName } from '../speakers.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const ROLES: Record<string, Role> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
};

/** Where people who write to each other are named, and what they say. */
const NAMES = ['from', 'sender', 'author', 'speaker', 'by'];
const WORDS = ['text', 'content', 'message', 'body'];

/** Messages as the interfaces of OpenAI, Anthropic and Google take them, as the exports of ChatGPT and Claude.ai hold them, and ShareGPT's. */
export const messages: Format = {
  name: 'messages',
  recognises(text) {
    if (!/"(?:role|sender|from|author|speaker|by)"\s*:/.test(text) || !looksLikeJson(text)) return 0;
    const roles = /"(?:role|sender|from|type)"\s*:\s*"(?:user|human|assistant|ai|gpt|model|system|developer|tool)"/.test(text);
    if (roles && /"(?:content|parts|value|text|tool_calls|arguments)"\s*:/.test(text)) return 0.8;
    return /"(?:text|content|message|body)"\s*:\s*"/.test(text) ? 0.6 : 0;
  },
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    const calls = new Map<string, string>();
    const tree = treeOf(text);
    if (isFields(tree))
      for (const key of ['system', 'instructions']) stringsOf(tree[key]).forEach((one) => say(rendering, 'system', saidBy(one)));
    walk(tree, (fields) => tell(rendering, fields, calls));
    return rendering.read();
  },
};

/** Tells a message or an item; whether the object is one. */
function tell(rendering: Rendering, fields: Fields, calls: Map<string, string>): boolean {
  const type = wordOf(fields['type']);
  const role = roleOf(fields);
  const content = fields['content'] ?? fields['parts'] ?? fields['value'] ?? fields['text'];
  const speaker = role === undefined ? NAMES.map((key) => wordOf(fields[key])).find((name) => name !== '' && name.length < 60) : undefined;
  const words = speaker === undefined ? undefined : WORDS.map((key) => fields[key]).find((one) => one instanceof Text);
  if (speaker !== undefined && words) {
    const as = roleOfName(speaker);
    say(rendering, as, saidBy(words), { speaker, ...(as === 'user' && { kind: 'human' as const }) });
    return true;
  }
  if (role === undefined) return tellBlock(rendering, fields, undefined, calls);
  if (content === undefined && !Array.isArray(fields['tool_calls'])) return false;
  const inner = isFields(content) && (content['parts'] ?? content['text']);
  const blocks = inner || content;
  const list = Array.isArray(blocks) ? blocks : blocks === undefined || blocks === null ? [] : [blocks];
  const tool = wordOf(fields['name']) || calls.get(wordOf(fields['tool_call_id']));
  // Claude.ai repeats in `text` what stands in `content`.
  const used = list.length === 0 && fields['text'] instanceof Text ? [fields['text']] : list;
  for (const block of used)
    if (!isFields(block) || !tellBlock(rendering, block, role, calls)) tellText(rendering, block as Json, role, tool);
  for (const call of listOf(fields['tool_calls'])) if (isFields(call)) tellCall(rendering, call, calls);
  if (isFields(fields['function_call'])) tellCall(rendering, fields['function_call'], calls);
  return type !== 'conversation';
}

function roleOf(fields: Fields): Role | undefined {
  const author = isFields(fields['author']) ? fields['author']['role'] : fields['author'];
  const word = [fields['role'], author, fields['sender'], fields['from'], fields['type']].map(wordOf).find((one) => one in ROLES);
  return word === undefined ? undefined : ROLES[word];
}

function tellText(rendering: Rendering, block: Json, role: Role, tool: string | undefined): void {
  for (const text of stringsOf(block)) {
    const said = saidBy(text);
    if (role === 'user') sayUser(rendering, said);
    else say(rendering, role, said, role === 'tool' && tool ? { tool } : {});
  }
}

function tellCall(rendering: Rendering, call: Fields, calls: Map<string, string>): void {
  const named = isFields(call['function']) ? call['function'] : call;
  const name = named['name'] ?? call['toolName'];
  calls.set(wordOf(call['call_id']) || wordOf(call['id']), wordOf(name));
  sayCall(rendering, name ?? call['type'], named['arguments'] ?? named['input'] ?? named['args'] ?? named['action']);
}

/** Tells a block of a message, or an item beside messages, that is no plain text; whether it is one. */
function tellBlock(rendering: Rendering, block: Fields, role: Role | undefined, calls: Map<string, string>): boolean {
  const type = wordOf(block['type']);
  const response = block['functionResponse'] ?? block['function_response'];
  const call = block['functionCall'] ?? block['function_call'];
  if (isFields(response)) {
    tellOutput(rendering, response['response'], wordOf(response['name']));
    return true;
  }
  if (isFields(call) && role !== undefined) {
    tellCall(rendering, call, calls);
    return true;
  }
  if (isFields(block['toolInvocation'])) {
    tellCall(rendering, block['toolInvocation'], calls);
    tellOutput(rendering, block['toolInvocation']['result'], wordOf(block['toolInvocation']['toolName']));
    return true;
  }
  if (/^(?:tool_result|[\w-]+_(?:output|result)|tool-result)$/.test(type)) {
    const tool = calls.get(wordOf(block['tool_use_id']) || wordOf(block['call_id']));
    tellOutput(rendering, block['output'] ?? block['content'] ?? block['result'], tool);
    return true;
  }
  if (/^(?:tool_use|server_tool_use|tool-call|[\w-]+_call)$/.test(type)) {
    tellCall(rendering, block, calls);
    return true;
  }
  if (/^(?:thinking|reasoning)$/.test(type)) {
    for (const text of stringsOf(block['thinking'] ?? block['text'] ?? block['summary'] ?? block['content']))
      say(rendering, 'assistant', saidBy(text));
    return true;
  }
  return /^(?:image|image_url|input_image|document|file|input_file|redacted_thinking)$/.test(type);
}

function tellOutput(rendering: Rendering, output: Json | undefined, tool: string | undefined): void {
  const strings = stringsOf(output);
  const all = strings.length > 0 || !isFields(output) ? strings : Object.values(output).filter((one) => one instanceof Text);
  for (const text of all) say(rendering, 'tool', saidBy(text), tool ? { tool } : {});
}
