/** A JSON object whose fields nobody has checked. */
export type Fields = Record<string, unknown>;

/** One thing said or done in a session, or what of it cannot be put into words. */
export type Item = { head: string; text: string } | { leftOut: string };

const speakers: Record<string, string> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool result',
  function: 'tool result',
};

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Whether `value` is a message or an item as the chat interfaces of OpenAI, Anthropic and Google, or LangChain, write them. */
export function isMessage(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (!fields) return false;
  const hasContent = 'content' in fields || 'parts' in fields || 'tool_calls' in fields;
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  return (speakerOf(fields) !== undefined && hasContent) || isCall(type) || type === 'reasoning';
}

/** What a message says and does: its text, the tools it calls and what came back from them. */
export function itemsOf(value: unknown): Item[] {
  const fields = fieldsOf(value);
  if (!fields) return [];
  const speaker = speakerOf(fields);
  if (speaker === undefined) return blockItems(fields, 'assistant');
  const { content, parts, tool_calls: calls } = fields;
  return [...contentItems(content ?? parts, speaker), ...listOf(calls).flatMap((call) => callItems(fieldsOf(call)))];
}

/** The items of a message's content: a string, or blocks. */
export function contentItems(content: unknown, head: string): Item[] {
  if (typeof content === 'string') return content.trim() ? [{ head, text: content }] : [];
  return listOf(content).flatMap((block) =>
    typeof block === 'string' ? contentItems(block, head) : blockItems(fieldsOf(block) ?? {}, head),
  );
}

function blockItems(block: Fields, head: string): Item[] {
  const type = typeof block['type'] === 'string' ? block['type'] : 'text';
  if (isCall(type)) return /_(?:output|result)$/.test(type) ? resultItems(block) : callItems(block);
  if (/thinking|reasoning/.test(type)) return [{ leftOut: 'pieces of reasoning' }];
  const text = [block['text'], block['refusal']].find((one) => typeof one === 'string');
  return text === undefined ? [{ leftOut: `pieces of type ${type}` }] : contentItems(text, head);
}

/** tool_use, tool_result (Anthropic); function_call, custom_tool_call, local_shell_call and their outputs or results (OpenAI). */
function isCall(type: string): boolean {
  return /^(?:tool_use|tool_result|\w+_call(?:_output|_result)?)$/.test(type);
}

function callItems(call: Fields | undefined): Item[] {
  if (!call) return [];
  const named = fieldsOf(call['function']) ?? call;
  const name = [named['name'], call['type']].find((one) => typeof one === 'string') ?? 'call';
  const given = [named['input'], named['arguments'], named['args'], named['action']].find((one) => one !== undefined);
  return [{ head: 'tool', text: `${name} ${typeof given === 'string' ? given : JSON.stringify(given ?? {})}` }];
}

function resultItems(result: Fields): Item[] {
  const failed = result['is_error'] === true;
  const head = failed ? 'tool result, failed' : 'tool result';
  return contentItems(outputOf(result['output'] ?? result['content']), head);
}

/** What a tool gave back: a text, blocks, or an object that holds one of them, sometimes written as JSON. */
function outputOf(output: unknown): unknown {
  const isJson = typeof output === 'string' && output.startsWith('{');
  const fields = fieldsOf(isJson ? parsed(output) : output);
  if (!fields) return output;
  const inner = fields['output'] ?? fields['content'] ?? (isJson ? undefined : fields['text']);
  return inner ?? (isJson ? output : JSON.stringify(output));
}

function speakerOf({ role, type }: Fields): string | undefined {
  if (typeof role === 'string') return speakers[role] ?? role;
  return typeof type === 'string' ? speakers[type] : undefined;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
