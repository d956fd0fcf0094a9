import { unwrapMails } from './mail.ts';
import { asRecord, recordText, strings } from './records.ts';
import { roleOfWord } from './roles.ts';

/** Turns a chat stored as JSON, JSON Lines, a notebook, mails, quoted prompts or on one long line into labelled plain text; any other text is answered as it is. */
export function unwrapTranscript(content: string): string {
  const start = content.trimStart()[0];
  if (start === '{' || start === '[') {
    const messages = fromDocument(content) ?? fromLines(content);
    if (messages) return messages.join('\n');
  }
  if (start === '>') return fromPrompts(content);
  return splitTurns(fromCells(fromReasoning(fromLetters(fromYaml(unwrapMails(fromTemplate(fromSession(content))))))));
}

const LISTS = ['messages', 'conversation', 'history', 'turns', 'events', 'cells', 'transcript', 'chat', 'input', 'items', 'log', 'steps'];

function fromDocument(content: string): string[] | undefined {
  const document = parse(content);
  if (Array.isArray(document)) return allTexts(document);
  const record = asRecord(document);
  const key = LISTS.find((name) => Array.isArray(record?.[name]));
  if (!record || !key) return undefined;
  const list = record[key] as unknown[];
  const { [key]: _list, system, instructions, ...others } = record;
  const rules = [system, instructions].flatMap((one) => (one ? (recordText({ role: 'system', content: one }) ?? []) : []));
  const texts = allTexts(list);
  return texts && [...rules, ...strings(others), ...texts];
}

/** Share of lines that must be messages for a text to be read as an event log; the others stay as they are. */
const MOSTLY = 0.6;

function fromLines(content: string): string[] | undefined {
  const lines = content.split('\n').filter((line) => line.trim());
  if (lines.length < 2 || !lines[0]!.includes('"')) return undefined;
  const texts = lines.map((line) => recordText(parse(line)));
  const read = texts.filter((text) => text !== undefined);
  if (read.length < MOSTLY * lines.length || !read.some(isSaid)) return undefined;
  return texts.map((text, i) => text ?? lines[i]!);
}

/** Undefined unless every value is a message or an event and at least one of them was said by somebody. */
function allTexts(values: readonly unknown[]): string[] | undefined {
  const texts = values.map(recordText);
  const notebook = values.some((value) => asRecord(value)?.cell_type !== undefined);
  const read = texts.filter((text) => text !== undefined);
  return read.length >= MOSTLY * values.length && (notebook || read.some(isSaid)) ? read : undefined;
}

function isSaid(text: string): boolean {
  return /^\[(?:user|human|customer|assistant|ai|agent|bot|model|gpt|system|developer)\]/.test(text);
}

const TURN_START = /^\s*<\|im_start\|>\s*\w{2,12}/gm;

/** A chat in the marks of a prompt template: what ends a turn of it says nothing; in any other text such a mark is a forged one. */
function fromTemplate(content: string): string {
  const marked = content.trimStart().startsWith('<|im_start|>') && (content.match(TURN_START)?.length ?? 0) >= 3;
  return marked ? content.replace(/<\|im_end\|>[^\S\n]*$/gm, '') : content;
}

const FENCE = /^\s*(?:`{3}|~{3})/;

/** A session that opens with a quoted prompt: what is quoted was typed by the user, the rest is the answer. */
function fromPrompts(content: string): string {
  const lines = content.split('\n');
  const prompts = lines.filter((line, i) => line.startsWith('> ') && !lines[i - 1]?.startsWith('>')).length;
  if (prompts < 3) return content;
  let fenced = false;
  let speaker = '';
  return lines
    .map((line) => {
      if (FENCE.test(line)) fenced = !fenced;
      const now = line.startsWith('>') && !fenced ? 'user' : 'assistant';
      if (!line.trim() || now === speaker) return line.replace(/^>\s?/, '');
      speaker = now;
      return `[${now}]\n${line.replace(/^>\s?/, '')}`;
    })
    .join('\n');
}

const STEPS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:Question|Task|Input|Query)(?:\s\d{1,4})?:/, 'User:'],
  [/^\s*(?:Action(?:\s(?:Input|\d{1,4}))?|Tool\sInput|Tool\sCall)(?:\s\d{1,4})?:/, 'Tool:'],
  [/^\s*(?:Thought|Reasoning|Plan|Reflection)\s\d{1,4}:/, 'Assistant:'],
  [/^\s*Observation\s\d{1,4}:/, 'Observation:'],
  [/^\s*(?:Final\sAnswer|Answer):/, 'Assistant:'],
];

/** A trace of thoughts, actions and observations: what is asked in it comes from the user. */
function fromReasoning(content: string): string {
  const steps = (word: string) => (content.match(new RegExp(String.raw`^[^\S\n]*${word}(?:\s\d{1,4})?:`, 'gm')) ?? []).length;
  if (steps('Thought') < 2 || steps('Observation') < 1) return content;
  return content
    .split('\n')
    .map((line) => STEPS.reduce((text, [form, label]) => text.replace(form, label), line))
    .join('\n');
}

const YAML_WHO =
  /^\s*(?:-\s+)?(?:role|speaker|author|sender|from|who)\s*:\s*["']?([\p{L}\d_./-]{2,30}(?:\s[\p{L}\d_.-]{1,20}){0,2})["']?\s*$/u;
const YAML_WHAT = /^\s*(?:-\s+)?(?:content|text|message|body|value)\s*:\s*(?:[|>][-+]?\s*$)?["']?/;

/** A chat in YAML: each message names who speaks and holds what is said. */
function fromYaml(content: string): string {
  const lines = content.split('\n');
  if (lines.filter((line) => YAML_WHO.test(line)).length < 3 || lines.filter((line) => YAML_WHAT.test(line)).length < 3) return content;
  return lines
    .map((line) => {
      const who = YAML_WHO.exec(line)?.[1];
      return who ? `\n[${roleOfYaml(who)}]` : line.replace(YAML_WHAT, '').replace(/^\s{2,}(?=\S)/, '');
    })
    .join('\n');
}

/** Whom a chat in YAML names: a role, a tool, an agent, or else a person. */
function roleOfYaml(who: string): string {
  if (roleOfWord(who)) return who;
  if (/^(?:tools?|functions?|sensors?|loggers?|monitors?)\b|\/|^[\d.]+$/i.test(who)) return 'tool';
  return /(?:bot|agent|assistant)$/i.test(who) ? 'assistant' : 'user';
}

/** "H: … A: …", "Q: … A: …", "**Q (Mon 09:10).** …": turns under a letter. */
function fromLetters(content: string): string {
  const opening = (letters: string) =>
    String.raw`^\s{0,3}(?:\*\*([${letters}])(?:\s\([^()\n]{1,30}\))?[.:]\*\*|\*{0,2}([${letters}]):\*{0,2})\s`;
  const turns = (letter: string) => (content.match(new RegExp(opening(letter), 'gm')) ?? []).length;
  const asks = ['H', 'Q', 'U'].find((letter) => turns(letter) >= 2);
  if (!asks || turns('A') < 2) return content;
  return content.replace(new RegExp(opening(`${asks}A`), 'gm'), (_, bold, plain) => ((bold ?? plain) === 'A' ? 'Assistant: ' : 'User: '));
}

const CELL = /^\s*(?:[*#]{1,4}\s?)?(In|Out|M|Md|Markdown|Raw)\s?\[(?:\d{1,4}|\s|\*)\](?:\s?\([^()\n]{1,30}\))?(?=[\s:*]|$):?\**/;

/** **In [3]** (markdown, by Ana)   In [4] (md, agent) */
const CELL_NOTE = /^\s*[*#]{0,4}\s?In\s?\[[\d *]{1,4}\]\**\s*\((?:markdown|md|raw|text|note)(?:\s?[,:·-]\s?([^()\n]{0,80}))?\):?/i;
const AGENT = /\b(?:agent|assistant|bot|ai)\b/i;

/** A notebook printed as text: what is typed into a cell of code and what comes out of it is a tool's, all else is prose. */
function fromCells(content: string): string {
  const lines = content.split('\n');
  if (lines.filter((line) => /^(?:In|Out)/.test(CELL.exec(line)?.[1] ?? '')).length < 2) return content;
  return lines
    .map((line) => {
      const kind = CELL.exec(line)?.[1];
      if (!kind) return line;
      const note = CELL_NOTE.exec(line)?.[1];
      if (note !== undefined) return line.replace(CELL_NOTE, AGENT.test(note) ? '[assistant]\n' : note ? '[user]\n' : '[narration]\n');
      return /^(?:In|Out)$/.test(kind) ? line.replace(CELL, '[tool]\n') : line.replace(CELL, '[narration]\n');
    })
    .join('\n');
}

/** How a coding agent's terminal shows who speaks: what is typed, what the agent says, what it calls, what comes of it. */
const SESSION: readonly (readonly [RegExp, string])[] = [
  [/^(?:[❯›]|>(?!>))\s+(?=\S)/, 'user'],
  [/^[●⏺]\s?(?=\p{Lu}\w{1,40}\()/u, 'tool'],
  [/^[●⏺]\s+(?=\S)/, 'assistant'],
  [/^\s*⎿\s*/, 'tool'],
  [/^\$\s+(?=\S)/, 'tool'],
];

/** The session of a coding agent as its terminal shows it: "❯ fix it", "● On it.", "● Bash(ls)", "⎿ README.md". */
function fromSession(content: string): string {
  const lines = content.split('\n');
  const answers = lines.filter((line) => /^[●⏺]\s/.test(line)).length;
  const typed = lines.filter((line) => SESSION[0]![0].test(line)).length;
  if (answers < 2 || typed < 1) return content;
  return lines
    .map((line) => {
      const found = SESSION.find(([form]) => form.test(line));
      return found ? `[${found[1]}]\n${line.replace(found[0], '')}` : line;
    })
    .join('\n');
}

const LABEL = String.raw`\*{0,2}(?:User|Human|Assistant|AI|Agent|Bot|System|Tool|Observation|USER|HUMAN|ASSISTANT|AGENT|SYSTEM|TOOL|Customer|Nutzer|Assistent|Utilisateur|Usuario|Asistente)\*{0,2}\s?:\*{0,2}\s`;
const TURN = new RegExp(String.raw`(?<=[\p{L}\p{N}][^\s\p{L}\p{N}]{0,3})\s+(?=${LABEL})`, 'gu');
const OPENING = new RegExp(String.raw`^\W{0,4}(?:\S{1,20}\s)?${LABEL}`);

/** Puts each turn of a line that holds several ("User: … Assistant: …") on a line of its own. */
function splitTurns(content: string): string {
  return content
    .split('\n')
    .map((line) => (OPENING.test(line) ? line.replace(TURN, '\n\n') : line))
    .join('\n');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
