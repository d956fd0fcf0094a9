import type { Rule } from '../fidelity/constraints.ts';
import { isRequest } from './asking.ts';
import { isProhibition, ruleStrength } from './cues.ts';
import { any } from './pattern.ts';
import { isTextual, type Unit } from './unit.ts';

/**
 * Rules that only their place gives away. "Cells with fewer than 5 trips are masked" is a fact in a report and a rule among ground rules;
 * "it doesn't dive again before the seal is changed" is a rule if somebody says it who gives the orders.
 */

/** Strength of a rule that its words and its speaker make, of one that stands in a list of rules, and of a plain command. */
const STRENGTH = { said: 3, listed: 3, command: 1.9 };

const RULES =
  /\b(?:rules?|polic(?:y|ies)|guidelines?|guard ?rails?|conventions?|requirements?|constraints?|conditions|restrictions?|criteria|non[- ]negotiables?|charter|brief|terms|standards?|invariants?|agreements?|must(?:s|-haves?)?|do ?n['’o]t'?s?|limits|regeln|vorgaben|richtlinien?|auflagen|règles|consignes|contraintes|exigences|reglas|normas|restricciones|requisitos|regole|vincoli|regras|zasady)\b|\b(?:AGENTS|CLAUDE|CONTRIBUTING|POLICY|RULES)(?:\.md)?\b/i;
/** Whether a heading announces rules or orders. */
export function announcesRules(heading: string): boolean {
  return RULES.test(heading) || /\b(?:instructions?|orders?|assignment|auftrag|instrucciones|instruções|polecenia)\b/i.test(heading);
}

/** Fewest firm rules of a block, and their share in it, from which on the block lays down rules. */
const DENSE = { least: 3, share: 0.2 };
const FIRM = 3.9;
/** Length from which a sentence explains rather than rules. */
const MOST = 260;

/** A negation in the present, by which a list of rules rules something out. */
const bars = any(
  String.raw`(?:do(?:es)?|is|are|will)(?:\s+not|n['’]t)|won['’]t|cannot|can['’]t|nothing|none|nobody|no[-\s]one|never|neither|without`,
  String.raw`not\s+(?:before|after|until|in|on|at|for|to|from|by|via|with|more|less|even|any|eligible)|(?:but|and|,)\s+not\s+\p{L}+|not\s+\p{L}+ed|no\s+\p{L}+`,
);
/** The same where somebody merely talks: bound to a condition, or said of what is allowed at all. */
const barsPlainly = any(
  String.raw`(?:do(?:es)?|is|are|will)(?:\s+not|n['’]t)\s[^.;]{0,80}?\b(?:again|anymore|before|until|till|unless|without|ever|whatever)|(?:is|are)(?:\s+not|n['’]t)\s+(?:eligible|acceptable|negotiable|admissible|valid|covered|enough|sufficient|for)|(?:do|does)(?:\s+not|n['’]t)\s+(?:count|qualify|suffice)|(?:is|are)\s+not\s+\p{L}+(?:\s+\p{L}+)?\s+(?:and|or|nor)\s+not\s|,\s*not\s+by\s+(?:the|you|us|me|them|any)`,
  String.raw`not\s+even|not\s+(?:before|after|until|at\s+the|on|to|in)\s+\S+.{0,30}\b(?:and|nor|or)\s+(?:never|not|no)`,
);
const barsAtStart =
  /^["'“(*_\s]*(?:\p{L}+:\s+)?(?:nothing|none|nobody|no[-\s]one|not)\s+(?!(?:sure|yet|bad|really|that|so|much|too|only|long|many|all)\b)\p{L}/iu;
/** "X writes it, not Y": names who or what is left out. */
const barsEnd = /,\s*not\s+(?:\S+\s+){0,4}\S+[.!]?$/iu;
/** "by phone, not by chat": the way or the place that is ruled out. */
const barsWay = /,\s*(?:and\s+)?not\s+(?:by|in|into|to|onto|on|with|from|at|for|via|before|after)\s+(?:\S+\s*){1,5}[.!]?$/iu;
/** "vite 5, not 6"; "onto the share, and not into this chat": the version or the place that is ruled out. */
const barsOther =
  /(?:^|[\s,;])\p{L}[\p{L}-]*\s+v?\d[\w.]*,\s*not\s+v?\d|[,;]\s*(?:and|but)\s+not\s+(?:in|into|to|onto|on|via|by|at|from|through)\s+(?:this|that|the|any|our|my|your)\s/iu;
/** What a request is to be met without, and a thing named with what it must lack: "photos without GPS". */
const barsWithout =
  /(?<!\p{L})(?:without|ohne|sans|sin|bez|sem|senza|zonder)\s+(?!(?:problems?|any\s+problem|success|doubt|delay)(?!\p{L}))\p{L}{3,}/iu;
const lacking = /^\W*(?:and\s+|but\s+|also\s+)?(?:\p{L}+\s+){1,2}without\s+(?:\S+\s*){1,4}$/iu;
/** Bounds and conditions that a duty is made of. */
const binds = any(
  String.raw`needs?\s+(?:a|an|the|my|our|your|his|her|two|three|one|\d+|\p{L}+['’]s)|required?|requires|due\s+(?:on|by|at|in)|only\s+(?:by|with|after|from|on|in|at|via|against|if|when|for|as|to|where|the|\p{Lu}\p{L}+)|\p{L}+\s+only`,
  String.raw`at\s+(?:least|most|the\s+(?:latest|earliest|outside))|(?:fewer|less|more|later|earlier|longer|larger|bigger|older|newer)\s+than|(?:above|below|over|under|beyond|within|up\s+to|every)\s+[€$£]?\d[\d.,]*|max(?:imum)?\.?|min(?:imum)?\.?`,
  String.raw`before\s+(?:you|anyone|anybody|anything|any|it|they|i|we|each|every|the\s+next|\p{L}+ing)|(?:until|till|unless)\s+\p{L}+|as\s+long\s+as|provided|(?:every|each)\s+\p{L}+\s+(?:\p{L}+\s+){0,3}(?:in|to|into|with|goes|gets|comes|carries|has)|whatever|one\s+at\s+a\s+time|separate(?:ly)?`,
  String.raw`from\s+\p{L}+\s+on|(?:are|is)\s+\d+\s*\p{L}*\s*,?\s+not\s+\d+|(?:no\s+longer|not)\s+\d[\d.,]*\s?\p{L}*\s+(?:any\s?more|but)|replaces\s+(?:my|our|the)|(?:each|every)\s+time|we\s+agreed\s+(?:on|that|to)|you\s+may\s+[^.;]{5,120}\s(?:but|only|if)|stays?\s+(?:secret|private|closed|shut|locked|confidential|inside|internal|as)`,
);
/** Behind these a sentence says when, in whatever tense. */
const CONDITION = /\b(?:before|until|till|unless|once|when|if|after|than)\b/i;
/** A report of what was, a guess or somebody's own doings: rules nothing. */
const tells = any(
  String.raw`was|were|had|did|came|got|gave|went|found|saw|took|tested|measured|checked|happened|failed|passed|noticed|showed|said|tried|looked|seemed|turned\s+out|has\s+been|have\s+been|i\s+(?:think|guess|suspect|believe|hope|wonder|see|know)|(?:i|we)\s+(?:do\s+not|don['’]t|did\s+not|didn['’]t|can(?:not|['’]t)|haven['’]t|have\s+not)\s+(?:\S+\s+)?(?:know|have|see|think|remember|understand|find|say|tell|decide|care|mind|need|like|believe|get)|not\s+sure|no\s+idea|maybe|perhaps|probably|might|looks?\s+like|already|thanks`,
);
const idle =
  /\b(?:(?:does|do|is|are)(?:\s+not|n['’]t)\s+(?:work|matter|help|seem|look|exist|know|mean|happen|there|here|ready|clear|sure|true|bad|good|enough|far|new|that|a|an|the|so|very|really|always|only)|no\s+(?:problem|idea|hurry|rush|worries|need|wonder|doubt|one\s+knows|surprise|errors?|change|difference|longer|matter)|nothing\s+(?:new|else\s+to|to\s+(?:do|report|see)|wrong)|not\s+(?:yet|bad|so|very|really|that|quite|only|just|sure|because))\b/i;

/** A rule put as a question. */
const AGREE =
  /^\W*(?:and\s+|so\s+)?(?:can|could|shall|may|would)\s+(?:we|you)\s+(?:please\s+|all\s+)?(?:agree|make\s+sure|ensure|promise|see\s+to)\b/i;

type Place = { listed: boolean };

/**
 * `rules` with those added that their place makes rules, in the order of the text. Where a tool shows a document of rules, they count as
 * that document's and not as the tool's output.
 */
export function rulesInForce(units: readonly Unit[], rules: readonly Rule[]): Rule[] {
  const known = new Map(rules.map((rule) => [rule.unit.order, rule]));
  const listing = listingBlocks(units, known);
  return units.flatMap((unit) => {
    const rule = known.get(unit.order);
    const listed = listing.has(unit.block);
    const placed = rule && listed && unit.role === 'tool' ? { ...rule, unit: { ...unit, role: 'none' as const } } : rule;
    if (placed && placed.strength >= STRENGTH.said) return [placed];
    const strength = unit.injected ? 0 : isTextual(unit) ? strengthAt(unit, { listed }) : ruleOfComment(unit);
    if (strength <= (placed?.strength ?? 0)) return placed ?? [];
    const owner = listed && unit.role === 'tool' ? { ...unit, role: 'none' as const } : unit;
    return [
      {
        sentence: unit.text,
        subject: '',
        ...placed,
        unit: owner,
        strength,
        prohibition: isProhibition(unit.text) || barsSomething(unit.text) || barsWithout.test(unit.text),
      },
    ];
  });
}

/** The strength of a whole sentence behind "#", which is a comment of a configuration rather than a heading. */
function ruleOfComment({ text, kind }: Unit): number {
  return kind === 'heading' && /\S\s\S.*[.!]$/.test(text) && text.split(' ').length >= 6 ? ruleStrength(text) : 0;
}

/** The blocks that lay down rules: by their heading or first words, or because most of what stands there is a firm rule. */
function listingBlocks(units: readonly Unit[], rules: ReadonlyMap<number, Rule>): Set<number> {
  const blocks = new Set<number>();
  const headings = headingsOver(units);
  for (const [block, members] of Map.groupBy(units.filter(isTextual), (unit) => unit.block)) {
    const firm = members.filter((unit) => (rules.get(unit.order)?.strength ?? 0) >= FIRM).length;
    const dense = firm >= DENSE.least && firm >= DENSE.share * members.length;
    const first = members[0]!;
    const titled =
      firm > 0 &&
      members.length > 1 &&
      (RULES.test(headings.get(block) ?? '') || RULES.test(first.section) || (first.text.length < 120 && RULES.test(first.text)));
    if (dense || (titled && first.role !== 'tool' && first.role !== 'assistant')) blocks.add(block);
  }
  return blocks;
}

/** The heading under which each block stands. */
function headingsOver(units: readonly Unit[]): Map<number, string> {
  const headings = new Map<number, string>();
  let heading = '';
  for (const unit of units) {
    if (unit.kind === 'heading') heading = unit.text;
    else headings.set(unit.block, heading);
  }
  return headings;
}

function strengthAt({ text, role, kind }: Unit, { listed }: Place): number {
  const orders = role === 'user' || role === 'system';
  if ((!orders && !listed) || text.length > MOST || kind === 'comment') return 0;
  if (/[?？]["'”)]*$/.test(text)) return AGREE.test(text) && isProhibition(text) ? STRENGTH.said : 0;
  if (tells.test(text.split(CONDITION, 1)[0]!) || /^\S+$/.test(text.trim())) return 0;
  if (listed ? barsSomething(text) : barsHere(text, role)) return STRENGTH.said;
  if (listed && (binds.test(text) || (kind === 'item' && isRequest(text)))) return STRENGTH.listed;
  if (orders && binds.test(text) && !/^(?:i|we)\s/i.test(text)) return STRENGTH.said;
  return orders && isRequest(text) ? STRENGTH.command : 0;
}

/** Whether somebody who gives the orders rules something out. */
function barsHere(text: string, role: Unit['role']): boolean {
  const asked = (barsEnd.test(text) || barsWithout.test(text)) && (role === 'system' || isRequest(text));
  return asked || barsPlainly.test(text) || barsAtStart.test(text) || lacking.test(text) || barsOther.test(text) || barsWay.test(text);
}

function barsSomething(text: string): boolean {
  return (bars.test(text) || barsEnd.test(text) || barsOther.test(text)) && !idle.test(text);
}
