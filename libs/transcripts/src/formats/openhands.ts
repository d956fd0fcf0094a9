import { type Fields, isFields, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** Events of OpenHands: an action of the agent or a message, or what was observed. */
export const openhands: Format = {
  name: 'openhands',
  recognises(text) {
    if (!looksLikeJson(text)) return 0;
    return /"action"\s*:\s*"(?:run|run_ipython|message|read|write|edit|browse|finish|think|system|recall)"/.test(text) &&
      /"observation"\s*:\s*"\w+"/.test(text)
      ? 0.95
      : 0;
  },
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    walk(treeOf(text), (fields) => tell(rendering, fields));
    return rendering.read();
  },
};

function tell(rendering: Rendering, event: Fields): boolean {
  const action = wordOf(event['action']);
  const args = isFields(event['args']) ? event['args'] : event;
  if (event['observation'] !== undefined) {
    for (const text of stringsOf(event['content'])) say(rendering, 'tool', saidBy(text), { tool: wordOf(event['observation']) });
    return true;
  }
  if (!action) return false;
  if (action === 'system' || action === 'recall' || action === 'change_agent_state') {
    for (const text of stringsOf(args['content'])) say(rendering, 'system', saidBy(text));
    return true;
  }
  const thought = args['thought'] ?? args['final_thought'];
  for (const text of stringsOf(thought)) say(rendering, 'assistant', saidBy(text));
  if (action === 'message' || action === 'finish' || action === 'think') {
    const isAgent = wordOf(event['source']) === 'agent' || action !== 'message' || thought !== undefined;
    for (const text of stringsOf(args['content'] ?? event['message'])) {
      if (isAgent) say(rendering, 'assistant', saidBy(text));
      else sayUser(rendering, saidBy(text));
    }
  } else sayCall(rendering, event['action'], withoutSpeech(args));
  return true;
}

function withoutSpeech(args: Fields): Fields {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !['thought', 'final_thought', 'action'].includes(key)));
}
