import { isFields, type Json, Text, valueAt } from '../json.ts';
import { originOf, Rendering } from '../rendering.ts';
import { saidBy } from '../saying.ts';
import { Script } from '../script.ts';
import type { Transcript, Turn } from '../turn.ts';
import type { Format } from './format.ts';

/** The fields of our own results, in JSON and as headings. */
const FIELDS = ['context_for_successor', 'do_not_repeat', 'known_state'];
const KEY = /"(?:context_for_successor|do_not_repeat|known_state)"\s*:/;
const HEADING =
  /^(?:#{1,6}\s+|\*\*|__)?(context[ _]for[ _](?:the[ _])?successor|do[ _]not[ _]repeat|known[ _]state)(?:\*\*|__)?:?(?:\*\*|__)?[ \t]*$/gim;

/** A handoff that this service made: each field is a turn of the predecessor, who bears the field's name. */
export const handoff: Format = {
  name: 'handoff',
  recognises(text) {
    const begin = text.trimStart();
    if (begin.startsWith('{') && KEY.test(begin.slice(0, 4000)) && valueAt(begin, 0)?.end === begin.trimEnd().length) return 0.99;
    return headingsIn(text).length > 1 && /^\s*(?:#{1,6} .*\s+)?(?:#{1,6} |\*\*|__)?(?:context|do|known)[ _]/i.test(text) ? 0.7 : 0;
  },
  read: (text) => withHandoffs({ text, turns: [{ role: 'assistant', start: 0, end: text.length }] }),
};

function headingsIn(text: string): { name: string; start: number; end: number }[] {
  const found = [...text.matchAll(HEADING)].map((one) => ({
    name: one[1]!.toLowerCase().replace(/ /g, '_').replace('for_the_', 'for_'),
    start: one.index,
    end: one.index + one[0].length,
  }));
  return new Set(found.map(({ name }) => name)).size > 1 ? found : [];
}

/** A transcript in which handoffs that somebody passes on are turns of the predecessor, field by field. */
export function withHandoffs(transcript: Transcript): Transcript {
  const { text } = transcript;
  const isJson = KEY.test(text);
  const isMarkdown = !isJson && headingsIn(text).length > 1;
  if (!isJson) return isMarkdown ? { ...transcript, turns: transcript.turns.flatMap((turn) => sectionsOf(text, turn)) } : transcript;
  const rendering = new Rendering();
  for (const turn of transcript.turns) tell(rendering, transcript, turn);
  return rendering.read();
}

/** The sections of a turn that holds the headings of a handoff. */
function sectionsOf(text: string, turn: Turn): Turn[] {
  const own = text.slice(turn.start, turn.end);
  const headings = turn.role === 'tool' ? [] : headingsIn(own);
  if (headings.length === 0) return [turn];
  const script = new Script(own, turn.role);
  for (const { name, start, end } of headings) script.open('assistant', start, end, { speaker: name });
  return script.read().turns.map((one, i) => ({
    ...(i === 0 && !one.speaker ? turn : {}),
    ...one,
    start: turn.start + one.start,
    end: turn.start + one.end,
  }));
}

/** Tells a turn again, and the handoffs in it field by field. */
function tell(rendering: Rendering, transcript: Transcript, turn: Turn): void {
  const { role, start, end, ...about } = turn;
  const own = transcript.text.slice(start, end);
  const open = (as: Turn['role'], from: number, to: number) => {
    if (
      !own
        .slice(from, to)
        .trim()
        .replace(/^`{3,}\w*$|^`{3,}$/gm, '')
        .trim()
    )
      return;
    rendering.open(as, as === role ? about : {});
    addFrom(rendering, transcript, start + from, start + to);
  };
  let at = 0;
  for (let key = role === 'tool' ? -1 : own.search(KEY); key >= 0; ) {
    const brace = own.lastIndexOf('{', key);
    const found = brace >= at ? valueAt(own, brace) : undefined;
    if (!found || !isFields(found.value)) break;
    open(role, at, brace);
    for (const name of Object.keys(found.value).filter((one) => FIELDS.includes(one))) {
      const strings = stringsIn(found.value[name]);
      if (strings.length === 0) continue;
      rendering.open('assistant', { speaker: name });
      for (const [i, string] of strings.entries()) {
        const said = saidBy(string);
        const place = (offset: number) => originOf(transcript, start + offset);
        if (i > 0) rendering.add('\n', place(said.at));
        rendering.add(
          said.value,
          place(said.at),
          said.steps.map(([offset, source]) => [offset, place(source)]),
        );
      }
    }
    at = found.end;
    const next = own.slice(at).search(KEY);
    key = next < 0 ? -1 : at + next;
  }
  open(role, at, own.length);
}

/** Adds a piece of a transcript's text, with the places that it is from. */
function addFrom(rendering: Rendering, transcript: Transcript, from: number, to: number): void {
  const steps = (transcript.sources ?? [])
    .filter(([offset]) => offset > from && offset < to)
    .map(([offset, source]) => [offset - from, source] as const);
  rendering.add(transcript.text.slice(from, to), originOf(transcript, from), steps);
}

/** All strings of a value, with those of the objects in it. */
function stringsIn(value: Json | undefined): Text[] {
  if (value instanceof Text) return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isFields(value) ? Object.values(value).flatMap(stringsIn) : [];
}
