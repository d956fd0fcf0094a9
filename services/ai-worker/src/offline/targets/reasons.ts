import type { Analysis } from '../analysis.ts';
import { isProhibition, reason, ruleStrength } from '../cues.ts';
import type { Unit } from '../unit.ts';
import { isNoise } from './readable.ts';

/** A statement taken apart: what it says and why, '' where the text gives no reason. */
export type Reasoned = { what: string; why: string };

/** Length of the shortest main clause and of the shortest clause that gives a reason, and of the longest sentence taken for one. */
const LEAST_WHAT = 12;
const LEAST_WHY = 12;
const MOST_WHY = 260;
const LEAST_BAN = 20;
const LEAST_BEFORE = 25;
/** Length up to which a statement that points back is not understood alone. */
const SHORT = 70;

/** What a clause may not end with before its reason: "only because …" says something else without it. */
const BOUND = /\b(?:only|just|simply|partly|mainly|mostly|not|because|and|or|but|is|was|are|reason|nur|bloß|seulement|s[oó]lo)\s*$/i;
/** "so that one stays open" names a thing and no purpose. */
const POINTS = /^so\s+that\s+(?:one|is|was|would|will|can|must)\b/i;
/** "has been growing since the release": a time. */
const SINCE_THEN = /\b(?:ha[sd]|have)\b/i;

const REASON_AFTER =
  /^(?:(?:the\s+)?(?:main\s+)?reasons?|rationale|why\s*:|otherwise|because|(?:this|that|it)\s+(?:is|was)\s+because|that\s+way|grund|begründung|sonst|weil|raison|sinon|parce|motif|razón|motivo|porque|si\s+no)(?![\p{L}])/iu;
const FOLLOWS_FROM =
  /^(?:so\b(?!\s+far)|therefore|hence|thus|that['’]?s?\s+(?:is\s+)?why|for\s+that\s+reason|accordingly|deshalb|darum|daher|donc|c['’]est\s+pourquoi|por\s+eso|por\s+lo\s+tanto|así\s+que)[\s,]/i;

/** A statement and its reason: a clause of its own, else the sentence after it that says why, else the one before it that it follows from. */
export function reasonOf(analysis: Analysis, unit: Unit): Reasoned {
  const inside = splitReason(unit.text);
  if (inside.why) return inside;
  const after = neighbour(analysis, unit, 1);
  if (after && REASON_AFTER.test(after.text)) return { what: unit.text, why: after.text.replace(WHY_LABEL, '') };
  const leans = FOLLOWS_FROM.test(unit.text) || (unit.text.length <= SHORT && (POINTS_BACK.test(unit.text) || DISMISSES.test(unit.text)));
  const before = leans ? neighbour(analysis, unit, -1) : undefined;
  if (!before || before.text.length < LEAST_BEFORE || isNoise(before.text)) return { what: unit.text, why: '' };
  return DISMISSES.test(unit.text)
    ? { what: `${before.text.replace(/[.;]$/, '')} – ${unit.text}`, why: '' }
    : { what: unit.text, why: before.text };
}

const WHY_LABEL = /^(?:the\s+)?(?:why|reason|rationale|grund|begründung|raison|motif|razón|motivo)\s*[:：]\s*/i;
const POINTS_BACK =
  /^(?:(?:so|and|but|also|then|ok(?:ay)?|well)\b,?\s+)?(?:this|that|these|those|it|they|not\s+worth|reverted|das|dies\w*|cela|ça|c['’]est|esto|eso)\b/i;

/** "Dropped, too expensive.": the sentence before says what. */
const DISMISSES =
  /^(?:(?:so|and|but|then|ok(?:ay)?)\b,?\s+)?(?:not\s+worth|reverted|wrong|dropp\w+|rejected|discarded|cancel\w+|abandoned|approved|accepted|agreed|postponed|verworfen|abgelehnt|genehmigt|rejeté|abandonné|descartad\w+)\b/i;

function neighbour(analysis: Analysis, unit: Unit, step: 1 | -1): Unit | undefined {
  const other = analysis.units[unit.order + step];
  const near = other?.block === unit.block && other.turn === unit.turn && other.kind === unit.kind;
  return near && !other.injected && other.text.length <= MOST_WHY ? other : undefined;
}

/** Takes the clause that says why out of a sentence; what follows it behind a semicolon stays with the statement. */
export function splitReason(text: string): Reasoned {
  const found = reason.exec(text);
  if (found && isCause(text, found)) {
    const [why, ...rest] = clausesFrom(text, found.index);
    const head = text.slice(0, found.index).replace(/[\s,;:(–—-]+$/u, '');
    if (why!.length >= LEAST_WHY) return { what: [head, ...rest].join('; '), why: why!.trim() };
  }
  return afterBan(text);
}

function isCause(text: string, { index, 0: word }: RegExpExecArray): boolean {
  const head = text.slice(0, index);
  if (index < LEAST_WHAT || BOUND.test(head) || isOpenBracket(head) || POINTS.test(text.slice(index))) return false;
  return !(/^since/i.test(word) && SINCE_THEN.test(head) && !/,\s*$/.test(head));
}

function isOpenBracket(head: string): boolean {
  return head.split('(').length > head.split(')').length;
}

/** The text from `index` on, parted at its first semicolon. */
function clausesFrom(text: string, index: number): string[] {
  const tail = text.slice(index);
  const at = tail.search(/;\s/);
  return at < 0 ? [tail] : [tail.slice(0, at), tail.slice(at + 1).trim()];
}

/** "Do not upgrade it; 8.12 broke the pooler": behind a ban, a clause that rules nothing says why. */
function afterBan(text: string): Reasoned {
  const at = text.search(/[;:–—]\s/);
  const head = text.slice(0, at).trim();
  const tail = text.slice(at + 1).trim();
  const explains =
    at >= LEAST_BAN &&
    tail.length >= LEAST_WHY &&
    ruleStrength(head) >= 4 &&
    isProhibition(head) &&
    !isProhibition(tail) &&
    ruleStrength(tail) === 0 &&
    !/[;?]/.test(tail);
  return explains && / /.test(tail) && /\b(?:is|are|was|were|has|have|had|\p{L}{3,}(?:s|ed|ke))\b/u.test(tail)
    ? { what: head, why: tail }
    : { what: text, why: '' };
}
