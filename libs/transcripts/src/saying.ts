import { type Fields, isFields, type Json, listOf, parsed, restOf, Text, wordOf } from './json.ts';
import type { Rendering } from './rendering.ts';
import type { About } from './script.ts';
import type { Role } from './turn.ts';
import { piecesOf } from './wrapped.ts';

/** What a JSON string says, with pairs [offset in it, offset in the input]; `outer` when the string stands in another one. */
export type Said = { readonly value: string; readonly at: number; readonly steps: readonly (readonly [number, number])[] };

export function saidBy(text: Text, outer?: Said): Said {
  const { value, steps } = text.decoded();
  if (!outer) return { value, at: text.start, steps };
  return { value, at: placeIn(outer, text.start), steps: steps.map(([offset, source]) => [offset, placeIn(outer, source)]) };
}

/** Where in the input a place of a string stands. */
function placeIn({ at, steps }: Said, offset: number): number {
  const step = steps[firstAfter(steps, offset) - 1];
  return step ? step[1] + offset - step[0] : at + offset;
}

/** The index of the first pair that stands after `offset`. */
function firstAfter(steps: Said['steps'], offset: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]![0] <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of a string. */
export function cut(said: Said, from: number, to = said.value.length): Said {
  const steps = said.steps.slice(firstAfter(said.steps, from), firstAfter(said.steps, to - 1));
  return { value: said.value.slice(from, to), at: placeIn(said, from), steps: steps.map(([offset, source]) => [offset - from, source]) };
}

function addSlice(rendering: Rendering, said: Said, from: number, to: number): void {
  const { value, at, steps } = cut(said, from, to);
  rendering.add(value, at, steps);
}

/** A turn that says all of a string. */
export function say(rendering: Rendering, role: Role, said: Said, about: About = {}): void {
  if (!said.value.trim()) return;
  rendering.open(role, about);
  rendering.add(said.value, said.at, said.steps);
}

/** Turns for what stands under a user's name: their words, and what programs put there. */
export function sayUser(rendering: Rendering, said: Said, about: About = {}): void {
  for (const { role, start, end } of piecesOf(said.value)) {
    rendering.open(role, role === 'user' ? about : {});
    addSlice(rendering, said, start, end);
  }
}

/** A turn for the string in which a text begins whose beginning is cut off: nobody knows who says it. */
export function sayRest(rendering: Rendering, source: string): void {
  const rest = restOf(source);
  if (rest) say(rendering, 'other', saidBy(rest));
}

/** The strings of a content: itself, or those of its blocks. Pictures and documents are left out. */
export function stringsOf(content: Json | undefined): Text[] {
  if (content instanceof Text) return [content];
  if (isFields(content)) {
    const inner = ['text', 'content', 'output', 'refusal', 'parts', '']
      .map((key) => content[key])
      .find((one) => one instanceof Text || Array.isArray(one));
    return inner === undefined ? [] : stringsOf(inner);
  }
  return listOf(content).flatMap(stringsOf);
}

/** Arguments that tell what a call does, in this order. */
const TELLING =
  'command cmd script code file_path filePath path relative_workspace_path target_file absolute_path notebook_path filename paths pattern query url regex keys action skill subject description prompt message'.split(
    ' ',
  );
/** Arguments in which an agent speaks. */
const SPOKEN = ['plan', 'result', 'explanation', 'thought', 'response', 'question', 'final_thought'];
const LONGEST = 500;

/** A call of a tool as one line: its name and the arguments that tell what it does. What an agent says in an argument is a turn of its own. */
export function sayCall(rendering: Rendering, name: Json | undefined, given: Json | undefined, role: Role = 'assistant'): void {
  const called = wordOf(name) || 'call';
  const at = name instanceof Text ? name.start : given instanceof Text ? given.start : 0;
  const outer = given instanceof Text ? saidBy(given) : undefined;
  const unpacked = outer ? (/^\s*[{[]/.test(outer.value) ? parsed(outer.value, 0, outer.value.length, false) : undefined) : given;
  rendering.open(role, { tool: called });
  rendering.add(called, at);
  const parts = isFields(unpacked) ? tellingOf(unpacked) : outer ? [linesOfPatch(given as Text) ?? outer] : [];
  let before = ': ';
  for (const part of parts) {
    const said = part instanceof Text ? saidBy(part, outer) : part;
    const shown = said.value.slice(0, LONGEST).replace(/\r?\n/g, (all) => ' '.repeat(all.length));
    if (!shown.trim()) continue;
    rendering.add(before, said.at);
    rendering.add(
      shown,
      said.at,
      said.steps.filter(([offset]) => offset < shown.length),
    );
    before = ' · ';
  }
  if (!isFields(unpacked)) return;
  for (const key of SPOKEN) {
    const value = unpacked[key];
    if (value instanceof Text) say(rendering, 'assistant', saidBy(value, outer));
  }
}

function tellingOf(fields: Fields): (Text | Said)[] {
  const found = TELLING.flatMap((key) => stringsOf(isFields(fields[key]) ? undefined : fields[key]));
  const items = ['todos', 'plan', 'items', 'questions', 'task_list'].flatMap((key) => listOf(fields[key])).filter(isFields);
  const steps = items.flatMap((item) =>
    ['status', 'content', 'step', 'title', 'question'].map((key) => item[key]).filter((one) => one instanceof Text),
  );
  if (found.length + steps.length > 0) return [...found, ...steps];
  const input = fields['input'] ?? fields['patch'] ?? fields['diff'];
  if (input instanceof Text) return [linesOfPatch(input) ?? input];
  return Object.values(fields)
    .filter((one) => one instanceof Text)
    .filter(({ end, start }) => end - start < 120);
}

/** The line of a patch that names its first file. */
function linesOfPatch(text: Text): Said | undefined {
  const said = saidBy(text);
  const found = /^\*\*\* (?:Update|Add|Delete) File: .*$/m.exec(said.value);
  if (!found) return undefined;
  return { value: found[0], at: placeIn(said, found.index), steps: [] };
}

const MARKUP = /<[^<>]{1,400}>|&(?:lt|gt|amp|quot|#39|nbsp);/g;
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' };

/** A turn that says what HTML shows: its text, a line for each block. */
export function sayMarkup(rendering: Rendering, role: Role, said: Said, about: About = {}): void {
  rendering.open(role, about);
  let from = 0;
  for (const { 0: mark, index } of said.value.matchAll(MARKUP)) {
    if (index > from) addSlice(rendering, said, from, index);
    from = index + mark.length;
    const shown = ENTITIES[mark] ?? (/^<(?:\/(?:p|li|h\d|div|blockquote|pre|tr)|br)\b/.test(mark) ? '\n' : '');
    rendering.add(shown, placeIn(said, index));
  }
  addSlice(rendering, said, from, said.value.length);
}
