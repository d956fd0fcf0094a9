import { type Fields, isFields, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** `opencode export`, its stored messages, and the events of `opencode run --format json`. */
export const opencode: Format = {
  name: 'opencode',
  recognises(text) {
    return /"(?:sessionID|messageID)"\s*:/.test(text) &&
      /"type"\s*:\s*"(?:text|tool|tool_use|step-start|step_start|reasoning)"/.test(text) &&
      looksLikeJson(text)
      ? 0.96
      : 0;
  },
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    // The information about a message stands before its parts, which bear its id.
    const roles = new Map<string, string>();
    let role = 'assistant';
    walk(treeOf(text), (fields) => {
      const info = isFields(fields['info']) ? fields['info'] : fields;
      const own = wordOf(info['role']);
      if (own) {
        role = own;
        roles.set(wordOf(info['id']), own);
      }
      return tellPart(rendering, fields, roles.get(wordOf(fields['messageID'])) ?? role);
    });
    return rendering.read();
  },
};

/** Tells a part of a message; whether the object is one. */
function tellPart(rendering: Rendering, part: Fields, role: string): boolean {
  const type = wordOf(part['type']);
  if (type === 'text' || type === 'reasoning') {
    for (const text of stringsOf(part['text'])) {
      const said = saidBy(text);
      if (role !== 'user') say(rendering, 'assistant', said);
      else if (part['synthetic'] === true) say(rendering, 'tool', said);
      else sayUser(rendering, said);
    }
    return !isFields(part['part']);
  }
  if (type === 'tool') {
    const state = isFields(part['state']) ? part['state'] : {};
    sayCall(rendering, part['tool'], state['input']);
    const tool = wordOf(part['tool']);
    for (const text of stringsOf(state['output'] ?? state['error'])) say(rendering, 'tool', saidBy(text), { tool });
    return true;
  }
  return type === 'file' || type === 'patch' || type === 'step-finish' || type === 'step-start' || type === 'snapshot';
}
