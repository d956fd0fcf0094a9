import type { Analysis } from '../analysis.ts';
import { stemsOf } from '../stems.ts';
import { isTextual, type Unit } from '../unit.ts';

/** A sentence that takes something back, so that what it repeats no longer holds. */
const TAKES_BACK =
  /\b(?:correction|i\s+(?:was|stand)\s+(?:wrong|corrected)|(?:chang|revers)ed\s+(?:\w+\s+){0,2}minds?|scratch\s+that|forget\s+(?:that|what)|never\s+mind|(?:earlier|before|first|originally|previously)\s+(?:i|we|he|she|they)\s+(?:said|wrote|wanted|thought|planned|asked)|what\s+(?:i|we)\s+said|new\s+rule|lowered|korrektur|ich\s+(?:sagte|schrieb)\s+(?:vorhin|früher)|je\s+(?:corrige|rectifie)|corrijo|me\s+corrijo)\b|訂正|更正|정정/iu;
/** An answer to what was waited for. */
const ANSWERS =
  /\b(?:answered|replied|responded|confirmed|decided|approved|agreed|granted|signed|resolved|said\s+(?:yes|no|ok)|antwortete|geantwortet|bestätigt|entschieden|répondu|confirmé|respondió|confirmó|contestó)\b|決定しました|回答が/i;
const WAITS =
  /\b(?:pending|awaits?|awaiting|waiting|undecided|not\s+(?:yet\s+)?(?:answered|decided|approved|confirmed|replied)|no\s+(?:answer|reply|decision)|asked|still\s+open|ausstehend|wartet|en\s+attente|pendiente)\b|未定|待定/i;
/** "41,700 must be replaced by 79,800", "not 18:00 but 17:00". */
const REPLACED =
  /\b(\d[\d.,:]*\d)\s+(?:must\s+be|is|was|has\s+been|gets)\s+(?:replaced|superseded|wrong|obsolete|outdated)\b|\bnot\s+(\d[\d.,:]*\d)\s+but\s+\d/giu;

/** "100 EUR instead of 150" */
const INSTEAD = /\d\s?(\p{L}{1,8}|[%€$£])\s[^.]{0,40}?\binstead\s+of\s+(\d[\d.,:]*)(?!\s?\p{L})/giu;

const REACH = { after: 2, corrections: 60, answers: 120 };
const SHARED = { of: 0.5, least: 3 };
const ANSWERED = { of: 0.4, least: 2 };

type Later = { order: number; stems: ReadonlySet<string> };

/** The places of statements that a later sentence takes back, corrects in a number or answers. */
export function outdatedIn(analysis: Analysis): Set<number> {
  const said = analysis.units.filter((unit) => isTextual(unit) && !unit.injected && unit.role !== 'tool');
  const corrections = said.filter(({ text }) => TAKES_BACK.test(text)).slice(-REACH.corrections);
  const backed = corrections.map((unit) => ({ order: unit.order, stems: stemsOf(passageFrom(analysis, unit)) }));
  const answers = said.filter(({ text }) => ANSWERS.test(text) && !WAITS.test(text)).slice(-REACH.answers);
  const answered = answers.map((unit) => ({ order: unit.order, stems: stemsOf(unit.text) }));
  const replaced = said.flatMap(({ text, order }) => replacedIn(text).map((value) => ({ order, value })));
  const outdated = said.filter((unit) => {
    if (TAKES_BACK.test(unit.text)) return false;
    if (replaced.some(({ order, value }) => order > unit.order && names(unit.text, value))) return true;
    const stems = stemsOf(unit.text);
    return isRepeated(unit.order, stems, backed, SHARED) || (WAITS.test(unit.text) && isRepeated(unit.order, stems, answered, ANSWERED));
  });
  return new Set(outdated.map((unit) => unit.order));
}

function replacedIn(text: string): string[] {
  const named = [...text.matchAll(REPLACED)].map((found) => found[1] ?? found[2]!);
  const amounts = [...text.matchAll(INSTEAD)].map(([, unit, value]) => `${value!.replace(/[.,:]$/, '')} ${unit}`);
  return [...named, ...amounts];
}

/** "It was planned for the 21st; moved to the 28th": the former date goes. */
const FORMERLY =
  /\b(?:was|were)\s+(?:first\s+|originally\s+)?(?:planned|scheduled|due|meant|foreseen)\s+(?:for|on|at|by)\s+[^;,.]{3,40}(?=[;,].*\b(?:moved|postponed|shifted|changed|now)\b)/giu;

/** `text` without the dates that it says itself to be former ones. */
export function current(text: string): string {
  return text.replace(FORMERLY, '…');
}

/** A correction with the sentences after it, which say what holds instead. */
function passageFrom(analysis: Analysis, unit: Unit): string {
  const next = analysis.units.slice(unit.order, unit.order + 1 + REACH.after);
  return next.flatMap((other) => (other.block === unit.block ? [other.text] : [])).join(' ');
}

function names(text: string, value: string): boolean {
  const at = text.indexOf(value);
  return at >= 0 && !/[\d.,]/.test(text[at - 1] ?? '') && !/^[.,]?\d/.test(text.slice(at + value.length));
}

function isRepeated(order: number, stems: ReadonlySet<string>, later: readonly Later[], { of, least }: typeof SHARED): boolean {
  return later.some((one) => {
    if (one.order <= order) return false;
    let shared = 0;
    for (const stem of stems) if (one.stems.has(stem)) shared++;
    return shared > 0 && shared >= of * stems.size && (shared >= least || shared === stems.size);
  });
}
