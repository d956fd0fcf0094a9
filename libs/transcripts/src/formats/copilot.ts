import { isFields, listOf, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { say, saidBy, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** "Chat: Export Session" of Visual Studio Code. */
export const copilot: Format = {
  name: 'copilot',
  recognises: (text) =>
    /"(?:responderUsername|requesterUsername)"\s*:|"requestId"\s*:/.test(text) && /"response"\s*:/.test(text) && looksLikeJson(text)
      ? 0.95
      : 0,
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    walk(treeOf(text), (request) => {
      if (!Array.isArray(request['response'])) return false;
      const message = request['message'];
      for (const one of stringsOf(isFields(message) ? message['text'] : message)) sayUser(rendering, saidBy(one));
      for (const piece of listOf(request['response'])) {
        if (!isFields(piece)) continue;
        const isCall = wordOf(piece['kind']).startsWith('toolInvocation');
        const shown = isCall ? (piece['pastTenseMessage'] ?? piece['invocationMessage']) : (piece['value'] ?? piece['content']);
        for (const one of stringsOf(isFields(shown) ? shown['value'] : shown))
          say(rendering, 'assistant', saidBy(one), isCall ? { tool: wordOf(piece['toolId']) || 'call' } : {});
      }
      return true;
    });
    return rendering.read();
  },
};
