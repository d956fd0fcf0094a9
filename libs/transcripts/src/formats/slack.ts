import { isFields, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayRest, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

/** A channel as Slack exports it. */
export const slack: Format = {
  name: 'slack',
  recognises: (text) =>
    /"ts"\s*:\s*"\d{10}\.\d+"/.test(text) && /"(?:user|bot_id|username)"\s*:/.test(text) && looksLikeJson(text) ? 0.95 : 0,
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    walk(treeOf(text), (message) => {
      if (!wordOf(message['ts']) || message['text'] === undefined) return false;
      const profile = isFields(message['user_profile']) ? message['user_profile'] : {};
      const speaker = [profile['display_name'], profile['real_name'], message['username'], message['user']].map(wordOf).find(Boolean);
      const isBot = wordOf(message['bot_id']) !== '' && message['user_profile'] === undefined;
      const isEvent = /_(?:join|leave|topic|purpose|name|archive)$/.test(wordOf(message['subtype']));
      const at = wordOf(message['ts']);
      for (const one of stringsOf(message['text'])) {
        const about = { ...(speaker && { speaker }), at };
        if (isEvent) say(rendering, 'system', saidBy(one));
        else say(rendering, isBot ? 'tool' : 'user', saidBy(one), isBot ? about : { ...about, kind: 'human' });
      }
      return true;
    });
    return rendering.read();
  },
};
