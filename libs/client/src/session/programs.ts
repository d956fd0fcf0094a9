import { geminiCli } from './gemini.ts';
import { contentItems, fieldsOf, isMessage, type Item, itemsOf } from './messages.ts';
import { opencode } from './opencode.ts';
import type { Program } from './program.ts';

/** ~/.claude/projects/<folder>/<session>.jsonl */
const claudeCode: Program = {
  name: 'claude-code',
  wrote: ({ type, message, sessionId }) => (type === 'user' || type === 'assistant') && !!fieldsOf(message) && sessionId !== undefined,
  items(lines) {
    const seen = new Set<unknown>();
    return lines.flatMap(({ type, message, uuid, isSidechain, isMeta, isCompactSummary }): Item[] => {
      if (type !== 'user' && type !== 'assistant') return [];
      if (uuid !== undefined && seen.size === seen.add(uuid).size) return [];
      if (isSidechain === true) return [{ leftOut: 'messages of sub-agents' }];
      if (isMeta === true) return [{ leftOut: 'notes of the program' }];
      if (isCompactSummary === true) return contentItems(fieldsOf(message)?.['content'], 'system');
      return itemsOf(message);
    });
  },
};

/** ~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl */
const codex: Program = {
  name: 'codex',
  wrote: ({ type, payload }) => typeof type === 'string' && /^(?:response_item|event_msg|session_meta)$/.test(type) && !!fieldsOf(payload),
  items(lines) {
    // What was said stands in response items; events repeat it, and stand alone in files of some versions.
    const isSaid = lines.some(({ type, payload }) => type === 'response_item' && fieldsOf(payload)?.['type'] === 'message');
    return lines.flatMap(({ type, payload: value }): Item[] => {
      const payload = fieldsOf(value) ?? {};
      if (type === 'response_item') return itemsOf(payload);
      if (type === 'compacted') return contentItems(payload['message'], 'system');
      if (type === 'session_meta') return contentItems(payload['instructions'], 'system');
      if (type !== 'event_msg' || isSaid) return [];
      const speaker = { user_message: 'user', agent_message: 'assistant' }[String(payload['type'])];
      return speaker === undefined ? [] : contentItems(payload['message'], speaker);
    });
  },
};

/** Messages as they are sent to a model, one on each line. */
const messages: Program = { name: 'messages', wrote: isMessage, items: (lines) => lines.flatMap(itemsOf) };

export const programs: readonly Program[] = [claudeCode, codex, geminiCli, opencode, messages];
