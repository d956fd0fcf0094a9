import { isOpenQuestion } from '../offline/asking.ts';
import { isProhibition, ruleStrength } from '../offline/cues.ts';
import { retract } from '../offline/retract.ts';
import { isTextual, type Unit } from '../offline/unit.ts';
import { unitsOf } from '../offline/units.ts';
import { sameKey } from '../offline/text.ts';

/** A sentence that states a rule. `prohibition`: it says what must not be. */
export type Constraint = { sentence: string; prohibition: boolean };

/** A constraint with where it stands, how firmly it is said (0 to 5), and the sentence before it when it says "it" of what stands there. */
export type Rule = Constraint & { unit: Unit; strength: number; subject: string };

/**
 * The sentences of `text` that state a rule in force, once each, in order. Sentences that try to command the reader are left out,
 * and so are values that a later sentence replaces.
 */
export function constraintsOf(text: string): Constraint[] {
  const { units, gone, renewing } = retract(unitsOf(text));
  const valid = units.filter((unit) => !gone.has(unit));
  return rulesOf(valid, renewing)
    .filter((rule) => rule.strength >= 3)
    .map(({ sentence, prohibition }) => ({ sentence, prohibition }));
}

/**
 * Every unit that states a rule, weak ones included; so does one whose place is in `renewing`. A list under "Do not:" takes its
 * introduction along.
 */
export function rulesOf(units: readonly Unit[], renewing: ReadonlySet<number>): Rule[] {
  const seen = new Set<string>();
  const rules: Rule[] = [];
  let before: Unit | undefined;
  for (const unit of units) {
    const rule = unit.injected || !isTextual(unit) ? undefined : ruleOf(unit, before, renewing.has(unit.order));
    before = unit;
    if (!rule || seen.has(sameKey(rule.sentence))) continue;
    seen.add(sameKey(rule.sentence));
    rules.push(rule);
  }
  return rules;
}

const MAX_LEAD = 100;

function ruleOf(unit: Unit, before: Unit | undefined, renews: boolean): Rule | undefined {
  const introduced = unit.kind === 'item' && /[:：]\**$/.test(unit.section) && unit.section.length <= MAX_LEAD;
  const inherits = introduced && isProhibition(unit.section) && !isProhibition(unit.text);
  const sentence = inherits ? `${unit.section} ${unit.text}` : unit.text;
  const strength = Math.max(ruleStrength(sentence) + (instructs(unit) ? 0.6 : 0), renews || ruleSection(unit) ? 3 : 0);
  if (strength < 1.5 || !/\p{Ll}{2}|\p{Lo}{2}/u.test(sentence) || isOpenQuestion(unit.text)) return undefined;
  return { sentence, prohibition: isProhibition(sentence), unit, strength, subject: subjectOf(unit, before) };
}

const MAX_SUBJECT = 160;
/** Length up to which a ban that says "it" does not tell what it forbids. */
const SHORT_BAN = 60;
const POINTS_BACK =
  /^(?:it|this|that|thats|that['’]s|it['’]s|its|they|these|those|both|same|he|she|es|das|sie|cela|ils?|elles?|eso|esto)\s/i;

function subjectOf(unit: Unit, before: Unit | undefined): string {
  if (!before || before.block !== unit.block || before.injected || before.text.length > MAX_SUBJECT) return '';
  return POINTS_BACK.test(unit.text) || (forbidsIt(unit.text) && ruleStrength(before.text) < 3) ? before.text : '';
}

/** "You don't open it": a ban on something that only the sentence before names. */
function forbidsIt(text: string): boolean {
  return text.length < SHORT_BAN && isProhibition(text) && /\b(?:it|them|that|those|these)\b/i.test(text);
}

function instructs(unit: Unit): boolean {
  return unit.role === 'user' || unit.role === 'system';
}

/** Whether the unit stands under a heading that announces rules. */
function ruleSection(unit: Unit): boolean {
  return (
    unit.kind === 'item' &&
    /\b(?:constraints?|rules?|requirements?|non-negotiables?|guard ?rails?|must(?:s|-haves?)?|policy|policies|do ?n[o']?t|never|regeln|vorgaben|règles|contraintes|reglas|restricciones)\b/i.test(
      unit.section,
    )
  );
}
