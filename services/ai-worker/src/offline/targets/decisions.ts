import type { Analysis } from '../analysis.ts';
import { isProhibition, pending, unknown } from '../cues.ts';
import { labelOf } from '../labels.ts';
import { asks } from '../asking.ts';
import { pendingUnits } from '../sorting.ts';
import type { Unit } from '../unit.ts';
import { readableUnits, saidIn } from './readable.ts';

/** Length from which a sentence can be understood alone. */
const LEAST = 22;
const MOST_OPEN = 10;

const DECIDED_LABEL =
  /^\W*(?:\p{L}+\s){0,2}(?:chosen|choice|decided|decisions?|resolved|resolution|rejected|verdict|outcome|ruling|agreed|approved|conclusion|entscheidung|entschieden|beschluss|beschlossen|décision|décidé|retenu|decisión|decidido|acordado)(?:\s(?:\d+|\S{1,12}))?\s*[:：–—]/iu;
const DECIDED_SECTION =
  /\b(?:decisions?(?!\s+(?:needed|pending|to\b|open))|decided|resolutions?|agreed|agreements|approved|outcomes?|entscheidungen?|beschlüsse|décisions?|decisiones)\b/i;
/** Somebody settles something. */
const SETTLES = new RegExp(
  [
    String.raw`\b(?:we|i|they|he|she|you|board|team|committee|everybody|everyone|all|both|customer|client|management)\s+(?:have\s+|has\s+|had\s+|then\s+|finally\s+|also\s+|just\s+|hereby\s+|now\s+)?(?:decided?|chose|agreed|opted|settled\s+on|picked|selected|approved|accepted|adopted|rejected|dropped|ruled\s+out|postponed|voted|signed\s+off|went\s+with|go\s+with|stick\s+(?:with|to)|stuck\s+(?:with|to))\b`,
    String.raw`\b(?:we['’]?ll|we\s+will|we\s+(?:are\s+)?going\s+to|let['’]?s|i['’]?ll|i\s+will)\s+(?:go\s+with|use|keep|take|stay|drop|skip|postpone|switch|stick|not)\b`,
    String.raw`\b(?:is|are|was|were|been|be|gets?|got|have|has|had)\s+(?:\w+ly\s+|now\s+|all\s+|therefore\s+)?(?:decided|chosen|agreed|selected|approved|accepted|adopted|rejected|dropped|discarded|excluded|ruled\s+out|postponed|cancell?ed|granted|settled|signed\s+off|superseded|replaced\s+by)\b`,
    String.raw`\b(?:going|go|went)\s+(?:for|with)\b|\bswitch(?:ed|ing)?\s+(?:back\s+)?(?:to|from)\b|\bin\s+favou?r\s+of\b|\bwrong\s+order\b|\b(?:not\s+worth\s+it|reverted|rolled\s+back|given\s+up|abandoned|out\s+of\s+scope|signed\s+off|changed?\s+(?:of\s+plan|(?:my|our|her|his|their)\s+minds?))\b`,
    String.raw`(?:^|[.;,:–—]\s*|\band\s+)(?:agreed|approved|accepted|decided|chosen|rejected|dropped|dropping|postponed|confirmed)\b|\b(?:stays?|remains?)\s+(?:at|on|in|with|as|off|out|frozen)\b|\b(?:it\s+is|make\s+it|then)\s+\d`,
    String.raw`\b(?:you|they|we)\s+(?:may|can)\s+(?:now\s+)?(?:go|start|use|merge|run|deploy|send|proceed|change)\b|\bgo\s+ahead\b|\bpermission\s+(?:is\s+)?(?:given|granted)\b`,
    String.raw`\b(?:entschieden|entschied|beschlossen|vereinbart|festgelegt|gewählt|verworfen|genehmigt|abgelehnt|wir\s+(?:nehmen|bleiben|verwenden|nutzen|machen)|bleibt\s+(?:bei|es))\b|\b(?:décidé|choisi|retenu|convenu|approuvé|adopté|rejeté|abandonné|on\s+(?:garde|prend|part\s+sur|abandonne))\b|\b(?:decidi\w+|elegi\w+|acord\w+|aprobad\w+|rechazad\w+|descartad\w+|optamos|nos\s+quedamos|se\s+(?:queda|mantiene))\b`,
    String.raw`に(?:決定|決め|しました)|採用|却下|決まり|决定|采用|否决|결정`,
  ].join('|'),
  'iu',
);
/** "Ana approved it": a name, so the capital counts. */
const SOMEBODY_SETTLES =
  /(?:^|[\s(])\p{Lu}\p{L}+\.?\s+(?:has\s+|then\s+|finally\s+|also\s+|just\s+|now\s+)?(?:decided|chose|agreed|picked|selected|approved|accepted|rejected|dropped|ruled\s+out|postponed|signed\s+off|confirmed)\b/u;
/** Words of a choice that often describe something else. */
const CHOICE =
  /\b(?:instead\s+of|rather\s+than|confirmed|keep\s+(?:it|them|the)|drop\s+(?:it|them|the))\b|\b(?:statt|au\s+lieu|plutôt|en\s+vez)\b/i;
/** Something was done, which settles it. */
const CARRIED_OUT =
  /\b(?:done|fixed|merged|deployed|created|raised|lowered|enabled|disabled|ordered|signed|paid|renamed|removed|added|switched|swapped|replaced|migrated|rotated|set)\b(?!\s+(?:if|when|unless))|\b(?:erledigt|geändert|angelegt|gebucht|corrigé|changé|créé|réservé|cambiad\w+|cread\w+|reservad\w+)\b/i;
/** Speech about deciding that settles nothing: a condition, a question, a hope. */
const UNSETTLED =
  /^(?:if|when|once|unless|until|whether|should|could|would|may\s*be|perhaps|falls|wenn|ob|si|quand)\b|\b(?:not\s+(?:yet\s+)?(?:decided|agreed|approved|settled|chosen)|undecided|to\s+be\s+(?:decided|agreed|chosen|approved)|(?:can|could|would|might|should)\s+(?:\w+\s+)?(?:decide|choose|agree|pick|approve)|will\s+decide|decides|(?:ask|asks|asked|wonders?|wondered)\s+(?:\w+\s+)?(?:if|whether)|provisional\w*|tentativ\w*|unentschieden|vorläufig|noch\s+nicht)\b|[?？]["'”)]*$/iu;

/** Whether `text` says that something was settled. */
export function settles(text: string): boolean {
  return !UNSETTLED.test(text) && (DECIDED_LABEL.test(text) || SETTLES.test(text) || SOMEBODY_SETTLES.test(text));
}

/** What was decided, the plainest first: labelled or listed as a decision, then said in passing. Rules and requests are not among them. */
export function decisionsOf(analysis: Analysis): Unit[] {
  const said = saidIn(analysis);
  const asked = new Set(analysis.request);
  const weights = new Map<Unit, number>();
  for (const unit of readableUnits(analysis)) {
    if (asked.has(unit) || unit.text.length < LEAST || !said(unit)) continue;
    const weight = weightOf(unit);
    if (weight > 0) weights.set(unit, weight + 0.5 * analysis.score(unit) + (0.4 * unit.order) / analysis.units.length);
  }
  return [...weights.keys()].sort((a, b) => weights.get(b)! - weights.get(a)!);
}

function weightOf(unit: Unit): number {
  const { text } = unit;
  if (UNSETTLED.test(text)) return 0;
  if (labelOf(text) === 'decision' || DECIDED_LABEL.test(text)) return 3;
  if (labelOf(text)) return 0;
  const listed = DECIDED_SECTION.test(unit.section) && !/\b(?:open|pending|rejected)\b/i.test(unit.section);
  if (listed && (unit.kind === 'item' || unit.kind === 'table')) return 2.5;
  if (SETTLES.test(text) || SOMEBODY_SETTLES.test(text)) return asks(unit) && !isProhibition(text) ? 0.8 : 1.6;
  return listed ? 1 : asks(unit) ? 0 : CHOICE.test(text) ? 0.6 : CARRIED_OUT.test(text) ? 0.3 : 0;
}

/** A question asked before this share of the text has most likely been answered. */
const ANSWERED = 0.6;
const QUESTION = /[?？]["'”)]*$/;
const NOTED = /^(?:(?:both|all|ok(?:ay)?|yes)\b,?\s*)?(?:noted|done|understood)\b/i;
const OPEN_SECTION = /\b(?:open|pending|undecided|questions?|to\s+decide|offen|pendiente|en\s+attente)/i;
const STILL_OPEN =
  /\b(?:undecided|unresolved|pending|tbd|tbc|open|whether|decides?|decision|waiting|awaiting|awaits|blocked|needs?\s+(?:\w+\s+){0,3}(?:approval|sign-?off|ok|confirm\w*|decision)|not\s+(?:yet\s+)?(?:\w+\s+)?(?:decided|agreed|approved|settled|clear|confirmed|sure|answered)|unclear|disagree|option|options|offen|unentschieden|ob|entscheide\w*|décider|en\s+attente|tranch\w+|pendiente|decidir)\b|[?？]$|未定|検討中|保留|待定/i;

/** What waits for somebody's decision, the plainest first. */
export function openPoints(analysis: Analysis, most = MOST_OPEN): Unit[] {
  const said = saidIn(analysis);
  const readable = new Map(readableUnits(analysis).map((unit) => [unit.order, unit]));
  const asked = new Set(analysis.request.map((unit) => unit.order));
  const found = pendingUnits(analysis).flatMap((unit) => readable.get(unit.order) ?? []);
  const late = analysis.units.length * ANSWERED;
  const open = found.filter(
    ({ text, order, section }) =>
      STILL_OPEN.test(text) &&
      text.length >= LEAST &&
      !asked.has(order) &&
      !NOTED.test(text) &&
      (!QUESTION.test(text) || order >= late || OPEN_SECTION.test(section)),
  );
  return open.filter(said).slice(0, most);
}

/** Whether `text` says itself that it is open. */
export function saysOpen(text: string): boolean {
  return pending.test(text) || unknown.test(text) || /[?？]["'”)]*$/.test(text);
}
