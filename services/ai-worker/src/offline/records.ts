import { roleOfWord } from './roles.ts';

/** Messages and events of agents' logs, as they stand in JSON: read without knowing who wrote the log. */

type Fields = Record<string, unknown>;

/** `value` as an object's fields; undefined for anything else. */
export function asRecord(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

const SAID = new Set('user human assistant ai agent bot model system developer customer gpt'.split(' '));
const MACHINE =
  /(?:^|[-_ ])(?:shell|ci|jenkins|github|gitlab|monitor\w*|alert\w*|cron|system|kernel|service|worker|scheduler|db|api)(?:$|[-_ ])/i;
const TOOL = /^(?:tool|function|observation|output|computer)/;
/** Keys under which messages name their speaker, and those under which they hold what was said. */
const PERSON = ['speaker', 'from', 'author', 'sender', 'user', 'username', 'actor', 'who', 'nick'];
const WHO = ['role', ...PERSON, 'name', 'type', 'event', 'ev', 'kind'];
const WHAT = ['content', 'text', 'message', 'msg', 'value', 'body', 'parts', 'data', 'output', 'source'];

/** A message or event as labelled text; undefined for a value that is neither. */
export function recordText(value: unknown): string | undefined {
  const record = asRecord(value);
  if (!record) return undefined;
  if (record.cell_type !== undefined) return cellText(record);
  const inner = asRecord(record.message) ?? asRecord(record.data) ?? asRecord(record.payload);
  if (inner && speakerIn(inner)) return recordText({ ...inner, role: inner.role ?? inner.author ?? record.type });
  const named = personIn(record) ?? speakerIn(record);
  if (!named) return undefined;
  const role = spoken(named) ?? named;
  const content = WHAT.map((key) => record[key]).find((said) => typeof said === 'string' || Array.isArray(said) || said === null);
  if (content === undefined || (!SAID.has(role) && !isText(content))) return labelled('tool', [...strings(record)].join('\n'));
  return said(SAID.has(role) ? role : 'tool', content) + callsBeside(record);
}

/** Calls of tools that stand beside what was said: their arguments name paths and addresses. */
function callsBeside({ tool_calls: calls }: Fields): string {
  return Array.isArray(calls) ? labelled('tool', [...strings({ calls })].join('\n')) : '';
}

/** The role of a named person who says something in plain text; undefined where the names are of roles, tools or machines. */
function personIn(record: Fields): string | undefined {
  if (typeof record.role === 'string' || !WHAT.some((key) => typeof record[key] === 'string' && / /.test(record[key]))) return undefined;
  const named = PERSON.map((key) => record[key]).find((one) => typeof one === 'string');
  if (typeof named !== 'string') return undefined;
  const [office = '', holder] = named.split(/:\s?/, 2);
  if (holder !== undefined && SAID.has(office.toLowerCase())) return office.toLowerCase();
  if (holder !== undefined && TOOL.test(office)) return 'tool';
  const name = holder ?? named;
  if (SAID.has(name.toLowerCase()) || TOOL.test(name) || !/^[@\p{L}][\p{L}\p{N} ._'-]{1,40}$/u.test(name)) return undefined;
  if (MACHINE.test(name)) return 'tool';
  return /(?:bot|agent|assistant|ai)$/i.test(name) ? 'assistant' : 'user';
}

/** The role of a word for somebody who speaks, as "operator"; undefined for a tool, a result or anything else. */
function spoken(word: string): string | undefined {
  const role = roleOfWord(word);
  return role === 'user' || role === 'assistant' || role === 'system' ? role : undefined;
}

function speakerIn(record: Fields): string | undefined {
  const names = WHO.map((key) => asRecord(record[key])?.role ?? record[key]).filter((name) => typeof name === 'string');
  const name = names.find((one) => SAID.has(one.toLowerCase()) || TOOL.test(one)) ?? names.find((one) => spoken(one)) ?? names[0];
  return name !== undefined && /^[\w.-]{2,40}$/.test(name) ? name.toLowerCase() : undefined;
}

function labelled(role: string, text: string): string {
  return text.trim() ? `[${role}]\n${text}\n` : '';
}

/** What one turn holds: its language by the speaker, results and calls of tools by the tools. */
function said(role: string, content: unknown): string {
  if (typeof content === 'string') return labelled(role, content);
  if (!Array.isArray(content)) return '';
  return content.map((part) => partText(role, part)).join('');
}

function partText(role: string, part: unknown): string {
  if (typeof part === 'string') return labelled(role, part);
  const fields = asRecord(part);
  if (!fields) return '';
  const type = typeof fields.type === 'string' ? fields.type : '';
  if (/tool|function/.test(type)) {
    const result = fields.content ?? fields.output ?? fields.result;
    return isText(result) ? said('tool', result) : labelled('tool', [...strings(fields)].join('\n'));
  }
  const text = fields.text ?? fields.content ?? fields.thinking;
  return text === undefined ? labelled('tool', [...strings(fields)].join('\n')) : said(role, text);
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' || value === null || (Array.isArray(value) && value.every((one) => typeof one === 'string' || asRecord(one)))
  );
}

/** A cell of a notebook: prose as it is, code and its output as a tool's. */
function cellText(cell: Fields): string {
  const source = joined(cell.source);
  if (cell.cell_type !== 'code') return `${source}\n\n`;
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.flatMap((output) => outputTexts(asRecord(output) ?? {})) : [];
  return `\`\`\`\n${[source, ...outputs].join('\n')}\n\`\`\`\n`;
}

function outputTexts(output: Fields): string[] {
  return [output.text, output.traceback, asRecord(output.data)?.['text/plain']].filter((one) => one !== undefined).map(joined);
}

function joined(lines: unknown): string {
  if (!Array.isArray(lines)) return typeof lines === 'string' ? lines : '';
  const texts = lines.filter((line) => typeof line === 'string');
  return texts.join(texts.some((line) => line.endsWith('\n')) ? '' : '\n');
}

/** Longest value that stands on one line with the others; a longer one is language and gets a line of its own. */
const SHORT = 60;
/** Depth to which values are looked into. */
const DEEPEST = 12;

/** The values of an event, each nesting level with its short ones on one line. */
export function* strings(fields: Fields, depth = 0): Generator<string> {
  const short: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (value === null || value === undefined || key === 'type') continue;
    const inner = asRecord(value);
    if (depth > DEEPEST) continue;
    if (inner) yield* strings(inner, depth + 1);
    else if (Array.isArray(value) && value.some(asRecord)) for (const part of value) yield* strings(asRecord(part) ?? { part }, depth + 1);
    else if (Array.isArray(value) && value.some((one) => typeof one === 'string' && one.length > SHORT)) yield* value.map(String);
    else if (typeof value === 'string' && value.length > SHORT) yield value;
    else short.push(`${key}: ${Array.isArray(value) ? value.join(', ') : JSON.stringify(value).replace(/^"|"$/g, '')}`);
  }
  if (short.length > 0) yield short.join('; ');
}
