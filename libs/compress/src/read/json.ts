import type { Role, Turn } from '../reading.ts';
import { roleOfName, roleOfWord } from './speakers.ts';

type Fields = Record<string, unknown>;

/** Keys under which messages name their speaker, and those under which they hold what was said. */
const SPEAKER = [
  'role',
  'speaker',
  'from',
  'author',
  'sender',
  'user',
  'username',
  'actor',
  'who',
  'nick',
  'name',
  'type',
  'event',
  'ev',
  'kind',
];
const SAID = ['content', 'text', 'message', 'msg', 'value', 'body', 'parts', 'output', 'source', 'thinking', 'summary'];
/** Depth to which values are looked into. */
const DEEPEST = 24;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** How JSON begins: other text in brackets is not worth the attempt to read it. */
const BEGINS = /^\s*(?:\{\s*["}]|\[\s*[{["\d\]])/;
/** Share of a text's lines that are objects from which it is taken for JSON lines. */
const MOSTLY = 0.8;

/** The turns of a JSON document, or of JSON lines; undefined for any other text. Read without knowing which program wrote it. */
export function turnsOfJson(content: string): Turn[] | undefined {
  if (!BEGINS.test(content)) return undefined;
  const lines = content.split('\n').filter((line) => line.trim());
  const isLines = lines.length > 1 && lines.filter(isObject).length >= MOSTLY * lines.length;
  const whole = isLines ? undefined : parsed(content);
  if (whole !== undefined) return turnsOf(whole);
  if (!isLines) return undefined;
  const values = lines.map(parsed);
  if (values.filter(fieldsOf).length < MOSTLY * lines.length) return undefined;
  return values.flatMap((value, i) => (value === undefined ? [turn('none', '', lines[i]!)] : turnsOf(value)));
}

/** What a line that is a JSON message says, or only who speaks from there on; undefined for any other line. */
export function turnsOfRecord(line: string): Turn[] | undefined {
  if (!isObject(line)) return undefined;
  const fields = fieldsOf(parsed(line));
  const speaker = fields && speakerIn(fields);
  if (!speaker) return undefined;
  if (saidIn(fields) !== undefined) return turnsOf(fields);
  const { role: _role, name: _name, type: _type, ...others } = fields;
  return [turn(speaker.role, speaker.name, flat(others))];
}

/** Whether a line may be an object: cheap, for most lines are none. */
function isObject(line: string): boolean {
  return line.startsWith('{"') && line.trimEnd().endsWith('}');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a value says, message by message. */
function turnsOf(value: unknown, depth = 0): Turn[] {
  if (depth > DEEPEST) return [turn('none', '', leavesOf(value))].filter(({ text }) => text);
  if (Array.isArray(value)) return isText(value) ? [turn('none', '', textOf(value))] : value.flatMap((one) => turnsOf(one, depth + 1));
  const fields = fieldsOf(value);
  if (!fields) return [turn('none', '', leavesOf(value))].filter(({ text }) => text);
  if (fields.cell_type !== undefined) return cellTurns(fields);
  const inner = fieldsOf(fields.message) ?? fieldsOf(fields.payload) ?? fieldsOf(fields.data);
  if (inner && saidIn(inner) !== undefined) return turnsOf({ ...inner, role: inner.role ?? fields.role ?? fields.type }, depth + 1);
  const said = saidIn(fields);
  const speaker = speakerIn(fields);
  if (said !== undefined && speaker !== undefined)
    return [...beside(speaker, fields), ...message(speaker, said, depth), ...callsIn(fields)];
  if (said === undefined && speaker?.role === 'tool') return [turn('tool', speaker.name, flat(fields))];
  const nested = new Set(Object.values(fields).filter((one) => Array.isArray(one) || fieldsOf(one)));
  const short = flat(Object.fromEntries(Object.entries(fields).filter(([, one]) => !nested.has(one))));
  return [...(short ? [turn('none', '', short)] : []), ...[...nested].flatMap((one) => turnsOf(one, depth + 1))];
}

/** What stands beside the output of a tool: what it was called with. */
function beside({ role, name }: { role: Role; name: string }, fields: Fields): Turn[] {
  const others =
    role === 'tool' ? flat(Object.fromEntries(Object.entries(fields).filter(([key]) => !SAID.includes(key) && key !== 'role'))) : '';
  return others ? [turn(role, name, others)] : [];
}

/** A cell of a notebook: prose is nobody's, code and what comes of it are a tool's. */
function cellTurns({ cell_type: type, source, outputs }: Fields): Turn[] {
  const cell = turn(type === 'code' ? 'tool' : 'none', '', isText(source) ? textOf(source) : leavesOf(source));
  return [cell, turn('tool', '', flat({ outputs }))].filter(({ text }) => text.trim());
}

function isText(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string');
}

/** Lines as they stand in JSON, with or without their ends. */
function textOf(lines: readonly string[]): string {
  return lines.join(lines.some((line) => line.endsWith('\n')) ? '' : '\n');
}

function turn(role: Role, speaker: string, text: string): Turn {
  return { role, speaker, text: text.toWellFormed(), quoted: false };
}

function saidIn(fields: Fields): unknown {
  return SAID.map((key) => fields[key]).find((said) => typeof said === 'string' || Array.isArray(said));
}

/** Who says it: a word for a role before a name. */
function speakerIn(fields: Fields): { role: Role; name: string } | undefined {
  const names = SPEAKER.map((key) => fields[key]).filter((one): one is string => typeof one === 'string' && one.length < 80);
  const role = names.map((name) => roleOfWord(name.split(/[_\s:.-]/, 1)[0]!)).find((one) => one !== undefined);
  const name = SPEAKER.slice(1, -4)
    .map((key) => fields[key])
    .find((one) => typeof one === 'string');
  if (role) return { role, name: name ?? '' };
  return name === undefined ? undefined : { role: roleOfName(name), name };
}

function message({ role, name }: { role: Role; name: string }, said: unknown, depth: number): Turn[] {
  if (typeof said === 'string') return said.trim() ? [turn(role, name, said)] : [];
  if (!Array.isArray(said)) return [];
  if (isText(said)) return [turn(role, name, textOf(said))];
  return said.flatMap((part) => partOf(role, name, part, depth + 1));
}

/** One part of a message: its text by the speaker, results and calls of tools by the tools. */
function partOf(role: Role, name: string, part: unknown, depth: number): Turn[] {
  const fields = fieldsOf(part);
  if (!fields || depth > DEEPEST) return [turn(role, name, leavesOf(part))];
  const type = typeof fields.type === 'string' ? fields.type : '';
  if (/tool|function/.test(type)) {
    const result = fields.content ?? fields.output ?? fields.result;
    return result === undefined ? [turn('tool', '', flat(fields))] : message({ role: 'tool', name: '' }, result, depth + 1);
  }
  const text = saidIn(fields);
  return text === undefined ? [turn('tool', '', flat(fields))] : message({ role, name }, text, depth + 1);
}

/** Calls of tools that stand beside what was said. */
function callsIn({ tool_calls: calls }: Fields): Turn[] {
  return Array.isArray(calls) ? calls.map((call) => turn('tool', '', flat(fieldsOf(call) ?? { call }))) : [];
}

/** All that stands in a value too deep to be looked into level by level, a line each. */
function leavesOf(value: unknown, between = '\n'): string {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one).toReversed()) open.push(inner);
    else if (typeof one === 'string') leaves.push(one);
    else if (one !== null && one !== undefined) leaves.push(JSON.stringify(one));
  }
  return leaves.join(between);
}

/** The values of an object, each as a paragraph: "key: value", a long one without its key. No sentence reaches from one field into the next. */
function flat(fields: Fields, depth = 0): string {
  return Object.entries(fields)
    .flatMap(([key, value]) => {
      if (value === null || value === undefined) return [];
      if (depth > DEEPEST) return [leavesOf(value)];
      if (fieldsOf(value)) return [flat(value as Fields, depth + 1)];
      if (Array.isArray(value) && value.some(fieldsOf)) return value.map((one) => flat(fieldsOf(one) ?? { one }, depth + 1));
      const text = leavesOf(value, isText(value) ? '\n' : ', ');
      return [text.length > 60 ? text : `${key}: ${text}`];
    })
    .filter(Boolean)
    .join('\n\n');
}
