import { type Fields, isFields, listOf, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** ~/.gemini/tmp/<project>/chats/session-*.json */
export const geminiCli: Format = {
  name: 'gemini-cli',
  recognises: (text) =>
    /"type"\s*:\s*"gemini"/.test(text) && /"(?:content|toolCalls|thoughts)"\s*:/.test(text) && looksLikeJson(text) ? 0.95 : 0,
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    walk(treeOf(text), (fields) => tell(rendering, fields));
    return rendering.read();
  },
};

function tell(rendering: Rendering, message: Fields): boolean {
  const type = wordOf(message['type']);
  const content = stringsOf(message['content']);
  if (type === 'user') for (const text of content) sayUser(rendering, saidBy(text));
  else if (type === 'info' || type === 'error' || type === 'warning') for (const text of content) say(rendering, 'system', saidBy(text));
  else if (type === 'gemini') {
    for (const thought of listOf(message['thoughts']))
      if (isFields(thought)) stringsOf(thought['description']).forEach((text) => say(rendering, 'assistant', saidBy(text)));
    for (const text of content) say(rendering, 'assistant', saidBy(text));
    for (const call of listOf(message['toolCalls'])) {
      if (!isFields(call)) continue;
      sayCall(rendering, call['name'], call['args']);
      for (const text of outputsOf(call)) say(rendering, 'tool', saidBy(text), { tool: wordOf(call['name']) });
    }
  } else return false;
  return true;
}

function outputsOf(call: Fields) {
  const responses = listOf(call['result']).map((one) =>
    isFields(one) && isFields(one['functionResponse']) ? one['functionResponse']['response'] : undefined,
  );
  const outputs = responses.flatMap((response) =>
    isFields(response) ? [...stringsOf(response['output']), ...stringsOf(response['error'])] : [],
  );
  return outputs.length > 0 ? outputs : stringsOf(call['resultDisplay']);
}
