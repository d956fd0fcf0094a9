import { linesOf } from '../lines.ts';
import { Script } from '../script.ts';
import type { Role } from '../turn.ts';
import type { Format } from './format.ts';

const CALL =
  /^• (?:Ran|Running|Explored|Exploring|Edited|Added|Deleted|Updated Plan|Proposed Change|Proposed Plan|Searched|Viewed|Called|Calling|Waited|Read|Listed|You ran|Spawned|Applied|Change Approved)\b/;
const NOTICE = /^(?:[╭╰│]|─|✔ |✗ |⚠ |■ |🖐 |◦ |>_ |Token usage:|To continue this session,)/u;
/** The line under the prompt, which shows the model: what stands in the prompt is only a proposal. */
const STATUS = /^\s+(?:gpt|o\d|codex)[\w.-]*(?: \w+)? ·|^\s+\d+% context left|^\s+\? for shortcuts|⏎ send/;

/** `codex exec` prints who speaks on a line of its own. */
const EXEC: Record<string, Role> = {
  user: 'user',
  codex: 'assistant',
  assistant: 'assistant',
  thinking: 'assistant',
  exec: 'tool',
  'tokens used': 'other',
  'file update': 'tool',
  'apply patch': 'tool',
};
const EXEC_LINE =
  /^(?:\[\d{4}-\d\d-\d\dT[\d:.]+Z?\] )?(User instructions:|user|codex|assistant|thinking|tokens used|file update|apply patch|exec)(?=$|: ?\d| .* in \/)/;

/** A session of Codex, copied from the terminal, or the output of `codex exec`. */
export const codexTerminal: Format = {
  name: 'codex-terminal',
  recognises(text) {
    if (
      /^(?:\[[^\]\n]{10,30}\] )?OpenAI Codex v\d/m.test(text) &&
      /^(?:\[[^\]\n]{10,30}\] )?(?:codex|User instructions:|user)\s*$/m.test(text)
    )
      return 0.95;
    if (/^user\s*$/m.test(text) && /^codex\s*$/m.test(text)) return 0.8;
    const user = /^[›▌] \S/m.test(text);
    const agent = /^• \S/m.test(text);
    const output = /^ {2}└ /m.test(text);
    if (user && agent) return output ? 0.94 : 0.8;
    return output && CALL_ANYWHERE.test(text) ? 0.9 : 0;
  },
  read(text) {
    return /^(?:(?:\[[^\]\n]{10,30}\] )?OpenAI Codex v\d|codex\s*$)/m.test(text) && !/^[›▌] \S/m.test(text)
      ? readExec(text)
      : readScreen(text);
  },
};

const CALL_ANYWHERE = new RegExp(CALL.source, 'm');

function readScreen(text: string) {
  const lines = linesOf(text);
  const isOld = lines.some((line) => line.text.startsWith('▌ '));
  const script = new Script(text, NOTICE.test(text.trimStart()) ? 'other' : 'assistant');
  for (const [i, { text: own, start }] of lines.entries()) {
    if (own.startsWith('› ') || own.startsWith('▌ ')) {
      if (own.startsWith('▌ ') && script.role === 'user') continue;
      const isProposal = lines.slice(i + 1, i + 4).some((line) => STATUS.test(line.text));
      script.open(isProposal ? 'other' : 'user', start, start + 2);
    } else if (CALL.test(own)) script.open('tool', start, start + 2);
    else if (own.startsWith('• ') || (isOld && own.startsWith('> '))) script.open('assistant', start, start + 2);
    else if (NOTICE.test(own)) script.turnTo(/^[■⚠]/u.test(own) ? 'system' : 'other', start);
    else if (/^\S/.test(own) && script.role === 'other' && !STATUS.test(own)) script.turnTo('assistant', start);
  }
  return script.read();
}

function readExec(text: string) {
  const script = new Script(text, 'system');
  for (const { text: own, start, next } of linesOf(text)) {
    const name = EXEC_LINE.exec(own)?.[1];
    if (!name) continue;
    const isWhole = own.endsWith(name);
    const role = EXEC[name] ?? 'user';
    script.open(role, start, isWhole ? next : start);
  }
  return script.read();
}
