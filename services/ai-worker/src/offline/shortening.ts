import { isRequest } from './asking.ts';
import { isNegated, isProhibition, ruleStrength } from './cues.ts';
import { hasWholeQuotes } from './join.ts';
import { namesIn } from './names.ts';

/** Rules in fewer words. Words are only ever left out; a deletion that takes a negation, a number, a name or the force of the rule is not made. */

const REASON =
  /(?:\s+[–—-]|[,;])?\s+(?:because|since\s(?!\d|yesterday|the\s+\p{L}+\s+of)|as\s+(?:otherwise|it\s+would|they\s+would|we\s+would)|so\s+that\s+(?:we|it|they|nobody)|in\s+order\s+to|given\s+that|due\s+to\s+the\s+fact|weil|da\s(?:wir|sie|es|sonst)|denn\s|parce\s+qu|puisqu|porque|ya\s+que)\s[^;\d`]*?(?=[,;]\s+(?:and|but|so)\s|[.!]?$)/iu;
const ASIDE = /\s\((?![^()]*(?:[\d`=]|\b(?:no|not|never|only|must|except|unless|until|max|min|equal|or)\b|n['’]t))[^()]{4,160}\)/giu;
/** Codes in capitals, operators before a parenthesis, and people's names: what stands there is part of the rule. */
const CODE = /\p{Lu}{2}|\s\(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?\)$/u;
const DASHED = /\s[–—]\s[^–—;.\d`]{8,120}\s[–—](?=\s)/gu;
/** Who said it and when: "[Chiara 06:41] ", "Noor, 16:40: ", "15:33 Priya: ". */
const STAMPED =
  /^(?:\[\p{Lu}[\p{L}.' -]{1,20}[ ,]+\d{1,2}[:.]\d\d[^\]]{0,8}\]|\p{Lu}[\p{L}.'-]{1,20},\s[^:.]{0,16}\d{1,2}[:.]\d\d:|\d{1,2}:\d\d(?::\d\d)?\s\p{Lu}[\p{L}.'-]{1,20}(?:\s\([^()]{1,20}\))?:)\s+/u;
const OPENING =
  /^(?:(?:(?:i|we)(?:\s+(?:would|also|really|just|kindly))*\s+(?:want|need|like|ask|request)\s+you\s+to|(?:i|we)\s+(?:kindly\s+)?ask|it\s+is\s+(?:very\s+|really\s+)?(?:important|essential|crucial|vital)\s+(?:to\s+(?:me|us)\s+)?that|one\s+thing\s+about\s+[^:,.]{3,30}:|(?:rules?\s+)?first(?:ly)?[:,]|good[:,.]|yes[:,.]|(?:(?:the\s+)?\p{L}+(?:\s\([^()]{1,20}\))?\s+(?:says?|said|wrote|adds?|added)|[^:\d`]{3,80}\s(?:says?|said|promised|agreed|asked|wrote|adds?|told|reminds?|insists?)(?:\s\p{L}+){0,2}|the\s+handling\s+of\s+[^:,.]{3,30}|goal|note|manual|policy|licence|license|rules?):|in\s+(?:general|principle|any\s+case),|generally,|of\s+course,?)\s+){1,2}(?=\S)/iu;
const HEDGE =
  /(?<=^|[^,\s]\s|[(])(?:really|also|still|just|basically|actually|definitely|absolutely|obviously|simply|of\s+course|kindly|please|pls|anyway|by\s+the\s+way|as\s+(?:i\s+|we\s+)?(?:said|mentioned|discussed|always|usual)|in\s+fact|to\s+be\s+honest|i\s+(?:think|guess|believe|suppose|mean)|for\s+what\s+it['’]s\s+worth|in\s+order(?=\s+to))\s+(?=\p{L})/giu;
const CLOSING = /\s(?:please|pls|thanks|thank\s+you|though|anyway)(?=[,.;!]|$)/giu;
const PARENTHETIC =
  /,\s(?:please|pls|though|of\s+course|thanks|thank\s+you|ok(?:ay)?|as\s+(?:i\s+|we\s+)?(?:said|mentioned|discussed|agreed|always|usual)|by\s+the\s+way|obviously|bitte|por\s+favor)(?=[,.;!?]|$)/giu;
const RELATIVE = /,\s(?:which|who|whose|where)\s[^,;.:\d`]{6,120}(?:,(?=\s)|(?=[;.!]|$))/giu;
const EXAMPLE = /,?\s(?:e\.g\.|for\s+(?:example|instance))[,:]?\s[^,;:()\d`]{3,80}(?=[,;.!]|$)/giu;

/** Where a sentence may be parted: before a remark, a contrast or an explanation. */
const SAYS =
  "is|are|has|have|had|was|were|would|will|gets?|got|runs?|knows?|needs?|wants?|hates?|likes?|goes|comes|does|do|don['’]t|went|came|said|says";
const BORDER = new RegExp(
  String.raw`(?<=;)\s+|\s+(?=[–—]\s)|(?<=,)\s+(?=(?:(?:while|whereas|although|that['’]s|this|that|they|it|we|i|he|she|there|you['’]ll|otherwise|else|or\s+else|last\s+time|which\s+(?:is|was|means))\s|(?:and\s+|so\s+|yet\s+)?(?:\S+\s+){1,4}(?:${SAYS})\s))`,
  'iu',
);
/** A clause that tells something and names no subject of what follows. */
const TELLS = /^[^:]*\s(?:is|are|was|were|has|have|had|ha(?:s|ve)n['’]t|wants?|asked|asks|said|says|['’]ve|got)\s[^:]*$/iu;
/** Details that a clause must not be dropped with. */
const DETAIL = /\d|`|["“”]/;
/** What binds a rule to a case: never dropped. */
const BOUND =
  /\b(?:if|unless|until|till|before|after|first|without|except|only|when|while|during|as\s+long\s+as|provided|sin|bis|wenn|avant|si)\b/giu;
const ANAPHORA =
  /^(?:\W*(?:but|and|so|yet|then)\s+)?(?:\S+\s+){0,3}?(?:it|its|they|them|their|this|that|these|those|there|he|she|him|her|both|one)\b/iu;
/** Length under which nothing is gained. */
const WORTH = 50;

const DELETIONS: readonly ((text: string) => string)[] = [
  (text) => text.replace(STAMPED, ''),
  (text) => text.replace(OPENING, ''),
  (text) => text.replace(REASON, ''),
  (text) => text.replace(ASIDE, (aside, at: number) => (CODE.test(text.slice(Math.max(0, at - 3), at) + aside) ? aside : '')),
  (text) => text.replace(DASHED, ''),
  (text) => text.replace(RELATIVE, ''),
  (text) => text.replace(EXAMPLE, ''),
  (text) => text.replace(PARENTHETIC, ''),
  (text) => text.replace(CLOSING, ''),
  (text) => text.replace(HEDGE, ''),
  withRulingClauses,
];

/** `text` without what its rule does not need: stamps, lead-ins, reasons, asides, examples, hedges and clauses that rule nothing. */
export function shortened(text: string): string {
  if (text.length < WORTH) return text;
  return DELETIONS.reduce((long, without) => {
    const short = without(long);
    return short !== long && keepsRule(short, long) ? short : long;
  }, text);
}

function withRulingClauses(text: string): string {
  const clauses = text.split(BORDER);
  if (clauses.length < 2) return text;
  const rules = (clause: string) =>
    /^but\s/i.test(clause) ||
    isProhibition(clause) ||
    ruleStrength(clause) >= 1.5 ||
    DETAIL.test(clause) ||
    isRequest(clause.replace(/^(?:and|but|then)\s+/i, ''));
  const first = clauses.findIndex(rules);
  const last = clauses.findLastIndex(rules);
  if (last < 0) return text;
  const start = TELLS.test(clauses[0]!) && !ANAPHORA.test(clauses[first]!) ? first : 0;
  return clauses
    .slice(start, last + 1)
    .join(' ')
    .replace(/^\W*(?:but|and|so|yet|[–—])\s+/iu, '')
    .replace(/[,;:]$/, '.');
}

/** Whether a shorter wording still forbids or demands as the longer one did, with the same bounds and names, and breaks no quotation. */
function keepsRule(short: string, long: string): boolean {
  const negations = (text: string) => text.split(/\s+/).filter((word) => isNegated(word)).length;
  const bounds = (text: string) => text.match(BOUND)?.length ?? 0;
  return (
    short.length >= 20 &&
    hasWholeQuotes(short) &&
    negations(short) === negations(long) &&
    bounds(short) === bounds(long) &&
    isProhibition(short) === isProhibition(long) &&
    ruleStrength(short) >= Math.min(1.5, ruleStrength(long)) &&
    namesIn(long).every((name) => short.includes(name))
  );
}
