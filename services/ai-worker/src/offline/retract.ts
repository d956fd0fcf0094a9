import { countsOf } from './counts.ts';
import { correction, isProhibition, negation, ruleStrength } from './cues.ts';
import { type Quantity, quantitiesOf, replacedValues } from './quantities.ts';
import { stemsOf } from './stems.ts';
import { isTextual, type Unit } from './unit.ts';

/** A clause that itself says that it no longer holds. */
const PAST =
  /\b(?:the\s+)?(?:first|original|initial|old|earlier|previous)\s+(?:plan|idea|proposal|estimate|version|deadline|limit|rule)s?\s+(?:said|was|were|had)\b|\b(?:i|we)\s+(?:first|originally)\s+(?:said|wanted|planned|thought)\b|\b(?:originally|initially|at\s+first|earlier),?\s+(?:i|we|he|she|they)\b|\bi\s+know\s+i\s+said\b|\bused\s+to\s+be\b/i;
/** Words of a sentence that sets a value, so that a later value replaces it. */
const NORM =
  /\b(?:target|budget|deadline|limits?|plan|due|goal|need|required|cap|date|starts?|ends?|ready|delivered?|moves?|switched|report|below|under|above|at\s+(?:most|least)|until|before|by)\b/i;
const PERMISSION = /\b(?:may|can|could|allowed|permitted|fine|ok(?:ay)?|go\s+ahead|free)\b/i;
const CONDITION = /\b(?:before|until|till|unless|as\s+long\s+as)\b/i;
/** A clause that says nothing without the one before it. */
const HANGING = /^(?:after\s+that|then|else|otherwise|thereafter|afterwards|danach|sonst|ensuite|después|luego)(?!\p{L})/iu;
/** Between the clauses of a sentence; the comma of "6, 7 and 8" is none. */
const CLAUSES = /(?<=[,;])\s+(?!\d+(?:,|\s+\p{Ll}{1,4}\s+\d))|\s+(?=[–—]\s)/u;
/** Corrections looked at, units before each that it may take back, and the length from which a sentence is no statement. */
const MAX_CORRECTIONS = 160;
const REACH = 500;
const MAX_LENGTH = 900;
/** A stem in more units than this is the subject of the whole text and tells nothing. */
const RARE = 12;

/** A clause that states a value. `lasting`: a ban. */
type Claim = { text: string; stems: ReadonlySet<string>; quantities: readonly Quantity[]; norm: boolean; lasting: boolean };
/** A sentence that may take an earlier one back. */
type Correction = {
  unit: Unit;
  stems: ReadonlySet<string>;
  now: readonly Quantity[];
  replaced: readonly string[];
  renews: boolean;
  permits: boolean;
};

/**
 * Takes out what a later sentence replaces: of each unit the clause with the old value, or the whole unit when nothing else is left.
 * Units that are wholly replaced are answered as `gone`; the others come back in place, shortened. `renewing` holds the places of the
 * sentences that give a new value: they state what the old ones stated, even where they do not say "must".
 */
export function retract(units: readonly Unit[]): { units: Unit[]; gone: Set<Unit>; renewing: Set<number> } {
  const stems = units.map((unit) => (isStatement(unit) ? stemsOf(withoutLabel(unit.text)) : new Set<string>()));
  const common = commonStems(stems);
  const corrections = units.filter((unit) => isStatement(unit) && mayCorrect(unit.text)).slice(-MAX_CORRECTIONS);
  const prepared = corrections.map((unit) => correctionOf(unit, stems[unit.order]!));
  const gone = new Set<Unit>();
  const renewing = new Set<number>();
  const kept = units.map((unit) => {
    if (!isStatement(unit)) return unit;
    const later = prepared.filter((c) => c.unit.order > unit.order && c.unit.order - unit.order <= REACH);
    const clauses = unit.text.split(CLAUSES);
    const lifted = isLifted(unit.text, later) || isReleased(unit.text, later) || isTakenBack(stems[unit.order]!, later);
    const valid = lifted
      ? []
      : clauses.filter((clause) => {
          const newer = replacing(clause, later, common);
          if (newer) renewing.add(newer.unit.order);
          return !newer && !isPast(clause, unit);
        });
    if (valid.length === clauses.length) return unit;
    const text = valid.join(' ').replace(/[,;]$/, '.');
    if (stemsOf(text).size >= 2 && !HANGING.test(text)) return { ...unit, text };
    gone.add(unit);
    return unit;
  });
  return { units: kept, gone, renewing };
}

function isStatement(unit: Unit): boolean {
  return isTextual(unit) && !unit.injected && unit.role !== 'tool' && unit.text.length < MAX_LENGTH;
}

function mayCorrect(text: string): boolean {
  return RELEASED.test(text) || saysNew(text) || TAKES_BACK.test(text) || PERMISSION.test(text) || replacedValues(text).length > 0;
}

function correctionOf(unit: Unit, stems: ReadonlySet<string>): Correction {
  const text = withoutLabel(unit.text);
  return {
    unit,
    stems,
    now: quantitiesOf(text),
    replaced: replacedValues(text),
    renews: setsNorm(unit.text) && saysNew(unit.text),
    permits: unit.role !== 'assistant' && PERMISSION.test(text) && !negation.test(text) && !/[?？]/.test(text),
  };
}

/** "Earlier I said …: that is lifted": quotes what it takes back, and says what holds instead. */
const TAKES_BACK =
  /\b(?:earlier|before|originally|first)\b[^.]{0,20}\bsaid\b.*\b(?:lifted|over|no\s+longer|forget|cancel\w*|void|off|instead|now)\b/i;

/** Whether a later sentence quotes `text` and takes it back. */
function isTakenBack(stems: ReadonlySet<string>, later: readonly Correction[]): boolean {
  return stems.size >= 2 && later.some((c) => TAKES_BACK.test(c.unit.text) && countShared(stems, c.stems) >= Math.max(2, 0.6 * stems.size));
}

function isPast(clause: string, unit: Unit): boolean {
  return PAST.test(clause) && !TAKES_BACK.test(unit.text) && (clause !== unit.text || !/\bbut\b/i.test(clause));
}

function replacing(clause: string, later: readonly Correction[], common: ReadonlySet<string>): Correction | undefined {
  if (later.length === 0 || !/\d/.test(clause)) return undefined;
  const text = withoutLabel(clause);
  const lasting = isProhibition(text.replace(/\b(?:must|may|shall)\s+not\s+exceed\b/i, ''));
  const claim: Claim = { text, stems: stemsOf(text), quantities: quantitiesOf(text), norm: !lasting && setsNorm(clause), lasting };
  return later.findLast((c) => replaces(c, claim, common));
}

/** Whether `later` gives the value of `claim` anew (a ban's only with another value of its unit): it names the old one, or it sets a rule on the same subject in the same unit and says that it is new. */
function replaces(later: Correction, claim: Claim, common: ReadonlySet<string>): boolean {
  const renews = later.renews && claim.norm;
  if (!renews && later.replaced.length === 0) return false;
  const shared = countShared(claim.stems, later.stems, common);
  return claim.quantities.some(({ value, unit, before }) => {
    const fresh = later.now.filter((n) => n.unit === unit && unit !== '' && n.value !== value);
    if (later.replaced.includes(value)) {
      if (TIME.test(unit)) return shared >= 1 && fresh.length > 0;
      return fresh.length > 0 || (shared >= 2 && !claim.lasting) || later.now.some((n) => claim.stems.has(n.unit));
    }
    if (!renews || later.now.some((n) => n.value === value)) return false;
    return fresh.some((n) => shared >= 2 || (!TIME.test(n.unit) && sharesWord(n.before, before)));
  });
}

const TIME = /^(?:clock|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|juni|juli|okt|dez|utc|cet|cest|min|hour|h|s|day|week)/;

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>, common?: ReadonlySet<string>): number {
  let n = 0;
  for (const stem of a) if (b.has(stem) && !common?.has(stem)) n++;
  return n;
}

function sharesWord(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const stem of a) if (stem.length > 2 && b.has(stem)) return true;
  return false;
}

/** Whether a later sentence allows what `ban` forbade for a time ("not before …"). */
function isLifted(ban: string, later: readonly Correction[]): boolean {
  if (!CONDITION.test(ban) || !isProhibition(ban)) return false;
  const clause = ban.split(CLAUSES).find((part) => CONDITION.test(part) && isProhibition(part)) ?? ban;
  const forbidden = stemsOf(withoutLabel(clause.slice(0, clause.search(CONDITION))));
  return later.some(({ permits, stems }) => {
    const shared = permits ? countShared(forbidden, stems) : 0;
    return shared >= 2 && shared >= 0.6 * forbidden.size;
  });
}

/** "… until Rhodri has confirmed": who must act for a ban to end, and the word that he did. */
const AWAITED =
  /\b(?:until|till|before|unless)\s+(?:\p{L}+\.?\s)?(\p{Lu}\p{Ll}{2,20})\s+(?:\S+\s+)?(?:confirm|approv|agree|sign|answer|repl|clear|decid|sa[iy]|give|ok)/u;
const RELEASED =
  /\b(\p{Lu}\p{Ll}{2,20})\s+(?:has\s+|have\s+|just\s+)?(?:confirmed|approved|agreed|signed|answered|replied|cleared|decided|said\s+yes|gave)\b/u;

const DENIED = /\b(?:not|never|nothing)\b|n['’]t\b/i;

/** Whether a later sentence says that the one a ban waited for has acted, on the same subject. */
function isReleased(ban: string, later: readonly Correction[]): boolean {
  const awaited = AWAITED.exec(ban);
  if (!awaited || !isProhibition(ban)) return false;
  const subject = stemsOf(withoutLabel(ban.slice(0, awaited.index)));
  return later.some(({ unit: { text }, stems }) => {
    const released = RELEASED.exec(text);
    return released?.[1] === awaited[1] && !DENIED.test(text) && !/[?？]/.test(text) && countShared(subject, stems) >= 1;
  });
}

function withoutLabel(text: string): string {
  return text.replace(/^\W{0,3}\d{1,2}:\d\d(?:\s?[A-Z]{2,4})?\W?\s/, '').replace(/^[^:]{1,25}:\s/, '');
}

function setsNorm(text: string): boolean {
  return NORM.test(text) || ruleStrength(text) >= 3;
}

function saysNew(text: string): boolean {
  return correction.test(text) || (ruleStrength(text) >= 3 && /\bnow\b/i.test(text));
}

function commonStems(stems: readonly ReadonlySet<string>[]): Set<string> {
  const counts = countsOf(stems.flatMap((one) => [...one]));
  return new Set([...counts].filter(([stem, n]) => n > RARE || /^\d/.test(stem)).map(([stem]) => stem));
}
