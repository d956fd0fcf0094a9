import { trimmed } from './script.ts';
import type { Role } from './turn.ts';

/** A piece of what stands under a user's name. */
export type Piece = { readonly role: Role; readonly start: number; readonly end: number };

/** Elements that programs put into what the user says, by whose words they hold; '' for an element that only wraps. */
const ELEMENTS = new Map<string, Role>([
  ...words('system', 'system-reminder environment_context environment_details user_instructions instructions permissions turn_aborted'),
  ...words('system', 'task-notification collaboration_mode skills_instructions apps_instructions plugins_instructions personality_spec'),
  ...words('system', 'skill subagent_notification ide_opened_file ide_selection local-command-caveat user-prompt-submit-hook model_switch'),
  ...words(
    'system',
    'session-start-hook custom_instructions additional_data attached_files open_and_recently_viewed_files rules agents_md',
  ),
  ...words(
    'system',
    'slash_command available_skills user_info project_layout git_status user_rules available_instructions explicit_instructions',
  ),
  ...words(
    'system',
    'workspace_info context attachments editorcontext reminderinstructions environment-details hook_context new_diagnostics',
  ),
  ...words('tool', 'local-command-stdout local-command-stderr bash-stdout bash-stderr stdout stderr file_content final_file_content file'),
  ...words('tool', 'user_shell_command function_results tool_result retrieved_content'),
  ...words('user', 'task feedback user_message answer user_query userrequest user_input bash-input command-name command-args new_task'),
  ...words('system', 'command-message command-contents'),
]);

/** How a text begins that a program wrote under the user's name. */
const WRITTEN =
  /^(?:<task-notification>|This session is being continued from a previous conversation|Caveat: The messages below were generated|# AGENTS\.md instructions|\[Request interrupted by user|Base directory for this skill:|This is the Gemini CLI\. We are setting up|\[SYSTEM\]|Your todo list has changed|Stop hook feedback|The conversation history before this point was compacted|\[TASK RESUMPTION\]|\[ERROR\] You did not use a tool)/;

/** What stands under Cline's user: the result of a tool, then what the program adds. */
const RESULT = /^\[[a-z_]+(?: for [^\n]{0,400})?\] Result:/;

function words(role: Role, list: string): [string, Role][] {
  return list.split(' ').map((word) => [word, role]);
}

const TAG = /<(\/?)([A-Za-z][\w-]{1,40})(?: [^<>\n]{0,200})?>/g;

/** Parts what stands under a user's name between `start` and `end`: the user's own words, results of tools, and notes of programs. */
export function piecesOf(text: string, start = 0, end = text.length): Piece[] {
  const body = text.slice(start, end);
  const own = roleAround(body);
  const pieces: Piece[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  let role = own;
  const push = (to: number, as: Role) => {
    const [begin, stop] = trimmed(body, from, to);
    if (begin < stop) pieces.push({ role: as, start: start + begin, end: start + stop });
    from = to;
  };
  TAG.lastIndex = 0;
  if (body.includes('<'))
    for (let tag = TAG.exec(body); tag; tag = TAG.exec(body)) {
      const name = tag[2]!.toLowerCase();
      const inner = ELEMENTS.get(name);
      if (tag[1] || inner === undefined || unclosed.has(name)) continue;
      // What a tool returns may imitate the user's words.
      if (own === 'tool' && inner === 'user' && !isAnswered(body, tag.index)) continue;
      const last = TAG.lastIndex;
      const close = body.indexOf(`</${tag[2]}>`, last);
      if (close < 0) {
        unclosed.add(name);
        continue;
      }
      push(tag.index, role);
      if (own !== 'user' && inner !== 'tool') role = 'system';
      from = last;
      push(close, inner);
      from = close + tag[2]!.length + 3;
      TAG.lastIndex = from;
    }
  // A result ends where the program's notes begin.
  const notes = role === 'tool' ? body.slice(from).search(/^# (?:TODO LIST|Todo List|Reminder:)/m) : -1;
  if (notes >= 0) {
    push(from + notes, role);
    role = 'system';
  }
  push(body.length, role);
  return pieces;
}

/** Tools that return what the user says. */
const ASKING =
  /^\[(?:attempt_completion|ask_followup_question|plan_mode_respond|act_mode_respond|new_task|condense|switch_mode)\b|^\[[^\n]{0,420}\] Result:\s*The user (?:denied|provided|has|responded|approved|rejected)\b/;

/** Whether the last result before a place is one that holds the user's words, or the program's note about them. */
function isAnswered(body: string, at: number): boolean {
  const mark = body.lastIndexOf('] Result:', at);
  const start = body.lastIndexOf('\n', mark) + 1;
  const end = body.lastIndexOf('</environment_details>', at);
  return end > mark || ASKING.test(body.slice(start, start + 600));
}

function roleAround(body: string): Role {
  const begin = body.slice(0, 600).trimStart();
  if (WRITTEN.test(begin)) return 'system';
  return RESULT.test(begin) ? 'tool' : 'user';
}
