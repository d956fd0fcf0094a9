import type { Analysis } from '../analysis.ts';
import { isUnspaced } from '../text.ts';
import type { Unit } from '../unit.ts';
import { current, outdatedIn } from './outdated.ts';

/** Share of sentences that somebody must have said; below it the text is all output, and its language stands there. */
const LEAST_SAID = 0.15;

/** A line of a version history, a stack or a record: words, but no sentence. */
const MACHINE =
  /^[0-9a-f]{7,40}\s+\S|^\W*[\w.]*(?:Error|Exception|Warning)\s*[:(]|^(?:DETAIL|HINT|CONTEXT|SQLSTATE|ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE|NOTICE|Traceback)\b\s*[:[ ]|^[$>#%]\s|^(?:\/\/|--\s|<!--)|^(?:select|insert|update|delete|create|alter|drop|with)\s[^.]*\b(?:from|into|table|index|set|where|group\s+by)\b[^.]*[;()=*]/;
/** What a harness notes about a run: of no use to who reads what happened in it. */
const METADATA =
  /^(?:(?:run|session|trace|thread|conversation|message)[ _-]?id|session|workspace|started|finished|ended|created|model|temperature|tokens|cwd|pid|seed|from|to|cc|date|subject)\s*[:=]\s*\S+(?:\s+[\w-]+\s*[:=]\s*\S+)*$/i;
/** A signature or a title: names and nothing about them. */
const NAMES_ONLY = /^(?:(?:[Bb]est|[Kk]ind|[Ww]arm)\s+(?:regards|wishes),?\s*)?(?:\p{Lu}[\p{L}.'’-]+[\s,]*){1,4}(?<![.!?])$/u;
const POLITE =
  /^(?:(?:good\s+)?(?:morning|afternoon|evening|day|night|work)|hi|hello|hey|dear|thanks?|thank\s+you|cheers|ok(?:ay)?|good|great|perfect|nice|fine|sure|right|yes|no|understood|noted|both\s+noted|got\s+it|makes\s+sense|done|sounds\s+good|will\s+do|agreed|hallo|guten\s+(?:morgen|tag|abend)|danke|verstanden|bonjour|merci|d['’]accord|buenos\s+días|hola|gracias|de\s+acuerdo|entendido)\b[^.!?\d]{0,24}[.!?,]*$/iu;
const SYMBOLS = /[{}[\]();=<>|\\$&^~]/g;
const MOST_SYMBOLS = 0.07;

/** Whether `text` is machine output, a note of a harness or a courtesy rather than a statement. */
export function isNoise(text: string): boolean {
  if (MACHINE.test(text) || METADATA.test(text) || POLITE.test(text) || NAMES_ONLY.test(text)) return true;
  if (isUnspaced(text)) return false;
  if (/^\S+$/.test(text) || (text.match(/\p{L}{2,}/gu)?.length ?? 0) < 2) return true;
  return (text.match(SYMBOLS)?.length ?? 0) > Math.max(6, text.length * MOST_SYMBOLS);
}

const DANGLING =
  /^(?:(?:so|and|but|also|then)\b,?\s+)?(?:this|that|it|they|these|those)\b|\b(?:this|that|it|them|these|those|there)[.!]?$/i;
const MOST_DANGLING = 70;

/** Whether a short sentence says "this" or "it" of what stands before it, so that it is not understood alone. */
export function isDangling(text: string): boolean {
  return text.length <= MOST_DANGLING && DANGLING.test(text);
}

/** Whether a name says by itself that it is one: a path, an id, a name of code. A plain word or a loose end of data tells nothing alone. */
export function isTelling(name: string): boolean {
  return (
    /\p{L}|\d{4}/u.test(name) && (/[\d_./#@-]|\p{Ll}\p{Lu}/u.test(name) || /^\p{Lu}{4,}$/u.test(name)) && !/^[:,;]|[:,;{}[\]"]$/.test(name)
  );
}

/** Tells what somebody said from what a tool printed; in a text that is all output everything counts as said. */
export function saidIn(analysis: Analysis): (unit: Unit) => boolean {
  const { sayable } = analysis;
  const said = sayable.filter((unit) => unit.role !== 'tool' && unit.kind !== 'table').length;
  if (said < LEAST_SAID * sayable.length) return () => true;
  return (unit) => unit.role !== 'tool';
}

/** Statements that can be read as they stand and still hold: no noise, no comments of code; rows of tables are written out. */
export function readableUnits(analysis: Analysis): Unit[] {
  const rows = rowTexts(analysis.units);
  const outdated = outdatedIn(analysis);
  return analysis.sayable.flatMap((unit) => {
    if (unit.kind === 'comment' || outdated.has(unit.order) || isNoise(unit.text)) return [];
    if (unit.kind !== 'table') return [asItHolds(unit)];
    const text = rows.get(unit.order);
    return text ? [{ ...unit, text }] : [];
  });
}

function asItHolds(unit: Unit): Unit {
  const text = current(unit.text);
  return text === unit.text ? unit : { ...unit, text };
}

/** Most columns that are written out with their names. */
const MOST_COLUMNS = 9;

/** The rows of each table as phrases, by their place: "EU: currency EUR, invoices 271". A header says nothing alone and gets none. */
function rowTexts(units: readonly Unit[]): Map<number, string> {
  const texts = new Map<number, string>();
  let head: string[] = [];
  for (const [i, unit] of units.entries()) {
    if (unit.kind !== 'table') continue;
    const before = units[i - 1];
    const cells = cellsOf(unit.text);
    if (before?.kind !== 'table' || before.block !== unit.block) head = cells;
    else texts.set(unit.order, phrase(head, cells));
  }
  return texts;
}

function cellsOf(row: string): string[] {
  return row.split(/\s*\|\s*/).map((cell) => cell.trim());
}

const EMPTY_CELL = /^[-–—\s?]*$/;

function phrase(head: readonly string[], cells: readonly string[]): string {
  const [subject, ...values] = cells;
  const named = head.length === cells.length && cells.length <= MOST_COLUMNS;
  const parts = values.flatMap((value, i) =>
    EMPTY_CELL.test(value) ? [] : [named ? `${head[i + 1]}: ${value}`.replace(/^: /, '') : value],
  );
  return parts.length > 0 ? `${subject}: ${parts.join('; ')}` : (subject ?? '');
}
