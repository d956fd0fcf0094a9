import { type Fields, isFields, objectsOf, parsed, Text, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { say, sayCall, saidBy, sayUser, stringsOf } from '../saying.ts';
import type { Format } from './format.ts';

/** ~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl */
export const codex: Format = {
  name: 'codex',
  recognises(text) {
    return /"type":\s?"(?:response_item|event_msg|session_meta|turn_context)"/.test(text) && /"payload":\s?\{/.test(text) ? 0.95 : 0;
  },
  read(text) {
    const lines = objectsOf(text);
    const rendering = new Rendering();
    const payloads = lines.map((line) => (isFields(line['payload']) ? line['payload'] : line));
    // What was said stands in response items; events repeat it, and stand alone in files of some versions.
    const isTold = (test: (payload: Fields) => boolean) =>
      lines.some((line, i) => wordOf(line['type']) === 'response_item' && test(payloads[i]!));
    const told = {
      user: isTold((payload) => wordOf(payload['role']) === 'user'),
      assistant: isTold((payload) => wordOf(payload['role']) === 'assistant'),
      reasoning: isTold((payload) => wordOf(payload['type']) === 'reasoning' && stringsOf(payload['summary']).length > 0),
      output: isTold((payload) => wordOf(payload['type']).endsWith('_output')),
    };
    const calls = new Map<string, string>();
    for (const [i, line] of lines.entries()) {
      const type = wordOf(line['type']);
      if (type === 'event_msg') tellEvent(rendering, payloads[i]!, told);
      else if (type === 'compacted') stringsOf(payloads[i]!['message']).forEach((text) => say(rendering, 'system', saidBy(text)));
      else if (type === 'session_meta') stringsOf(payloads[i]!['instructions']).forEach((text) => say(rendering, 'system', saidBy(text)));
      else if (type === 'response_item' || type === 'message' || line['payload'] === undefined) tellItem(rendering, payloads[i]!, calls);
    }
    return rendering.read();
  },
};

function tellEvent(rendering: Rendering, payload: Fields, told: Record<'user' | 'assistant' | 'reasoning' | 'output', boolean>): void {
  const type = wordOf(payload['type']);
  const message = payload['message'] ?? payload['text'];
  if (type === 'user_message' && !told.user) stringsOf(message).forEach((text) => sayUser(rendering, saidBy(text)));
  else if (type === 'agent_message' && !told.assistant) stringsOf(message).forEach((text) => say(rendering, 'assistant', saidBy(text)));
  else if (type === 'agent_reasoning' && !told.reasoning) stringsOf(message).forEach((text) => say(rendering, 'assistant', saidBy(text)));
  else if (type === 'exec_command_end' && !told.output)
    stringsOf(payload['aggregated_output']).forEach((text) => say(rendering, 'tool', saidBy(text)));
}

function tellItem(rendering: Rendering, payload: Fields, calls: Map<string, string>): void {
  const type = wordOf(payload['type']);
  const role = wordOf(payload['role']);
  if (role === 'user') return stringsOf(payload['content']).forEach((text) => sayUser(rendering, saidBy(text)));
  if (role === 'assistant') return stringsOf(payload['content']).forEach((text) => say(rendering, 'assistant', saidBy(text)));
  if (role === 'developer' || role === 'system')
    return stringsOf(payload['content']).forEach((text) => say(rendering, 'system', saidBy(text)));
  if (type === 'reasoning')
    return [...stringsOf(payload['summary']), ...stringsOf(payload['content'])].forEach((text) =>
      say(rendering, 'assistant', saidBy(text)),
    );
  if (type.endsWith('_call')) {
    calls.set(wordOf(payload['call_id']), wordOf(payload['name']));
    return sayCall(rendering, payload['name'] ?? payload['type'], payload['arguments'] ?? payload['input'] ?? payload['action']);
  }
  if (!type.endsWith('_output') && payload['output'] === undefined && payload[''] === undefined) return;
  const name = calls.get(wordOf(payload['call_id']));
  for (const output of stringsOf(payload['output'] ?? payload[''])) {
    const outer = saidBy(output);
    const inner = outer.value.startsWith('{') ? parsed(outer.value, 0, outer.value.length, false) : undefined;
    const isAnswer = name === 'request_user_input';
    const texts = isFields(inner) ? (isAnswer ? answersIn(inner) : stringsOf(inner['output'] ?? inner['content'])) : [];
    if (texts.length === 0) say(rendering, isAnswer ? 'user' : 'tool', outer, name ? { tool: name } : {});
    for (const text of texts) say(rendering, isAnswer ? 'user' : 'tool', saidBy(text, outer), name && !isAnswer ? { tool: name } : {});
  }
}

/** {"answers": {"<question>": {"answers": ["..."]}}} */
function answersIn(fields: Fields): Text[] {
  return Object.values(fields).flatMap((value) => {
    if (Array.isArray(value)) return stringsOf(value);
    return value instanceof Text ? [value] : isFields(value) ? answersIn(value) : [];
  });
}
