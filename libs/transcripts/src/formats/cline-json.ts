import { type Fields, isFields, wordOf } from '../json.ts';
import { Rendering } from '../rendering.ts';
import { saidBy, say, sayCall, sayRest, sayUser, stringsOf } from '../saying.ts';
import { looksLikeJson, treeOf, walk } from '../tree.ts';
import type { Format } from './format.ts';

const USER = new Set(['task', 'user_feedback', 'user_feedback_diff']);
const AGENT = new Set([
  'text',
  'reasoning',
  'completion_result',
  'followup',
  'plan_mode_respond',
  'act_mode_respond',
  'condense',
  'new_task',
]);
const TOOL = new Set([
  'command_output',
  'error',
  'diff_error',
  'mcp_server_response',
  'browser_action_result',
  'api_req_failed',
  'shell_integration_warning',
  'rooignore_error',
  'clineignore_error',
]);
const CALLS = new Set(['tool', 'command', 'use_mcp_server', 'browser_action_launch', 'browser_action']);

/** ui_messages.json of Cline, Roo Code and Kilo Code. */
export const clineJson: Format = {
  name: 'cline-json',
  recognises: (text) =>
    /"(?:say|ask)"\s*:\s*"[a-z_]+"/.test(text) && /"type"\s*:\s*"(?:say|ask)"/.test(text) && looksLikeJson(text) ? 0.96 : 0,
  read(text) {
    const rendering = new Rendering();
    sayRest(rendering, text);
    // The first words are the task, also where they are not called so.
    let isFirst = /^\s*\[/.test(text);
    walk(treeOf(text), (fields) => {
      const kind = wordOf(fields['say']) || wordOf(fields['ask']);
      if (!kind) return false;
      tell(rendering, fields, isFirst && kind === 'text' ? 'task' : kind);
      if (stringsOf(fields['text']).length > 0) isFirst = false;
      return true;
    });
    return rendering.read();
  },
};

function tell(rendering: Rendering, message: Fields, kind: string): void {
  for (const text of stringsOf(message['text'])) {
    const said = saidBy(text);
    if (USER.has(kind)) sayUser(rendering, said);
    else if (AGENT.has(kind)) say(rendering, 'assistant', { ...said, value: said.value.replace(/HAS_CHANGES$/, '') });
    else if (TOOL.has(kind)) say(rendering, 'tool', said);
    // What a command prints may stand after it.
    else if (CALLS.has(kind)) sayCall(rendering, message['say'] ?? message['ask'], isFields(message['text']) ? message['text'] : text);
  }
}
