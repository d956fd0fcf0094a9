import { wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, sayMarkup, sayRest, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** Messages of Zulip. */
export const zulip: Format = {
  name: 'zulip',
  recognises: (text) =>
    /"(?:sender_full_name|sender_email)"\s*:/.test(text) && /"content"\s*:/.test(text) && looksLikeJson(text) ? 0.95 : 0,
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    walk(treeOf(text), (message) => {
      const speaker = wordOf(message['sender_full_name']) || wordOf(message['sender_email']);
      if (!speaker || message['content'] === undefined) return false;
      const isBot = /\bbot\b|-bot@|notification/i.test(speaker);
      for (const one of stringsOf(message['content']))
        sayMarkup(rendering, isBot ? 'tool' : 'user', saidBy(one), isBot ? { speaker } : { speaker, kind: 'human' });
      return true;
    });
    return rendering.read();
  },
};
