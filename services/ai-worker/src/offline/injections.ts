import { isRequest } from './asking.ts';
import type { Unit } from './unit.ts';

/** Sentences that try to command whoever reads the text. They are data: never a rule of the work, never kept as one. */

const EARLIER = String.raw`(?:(?:all|any|every|everything|the|your|these|those|of|my|our|prior|previous|earlier|preceding|above|existing|other|safety|system|original|initial|former)\s+)`;
const OVERRIDE = new RegExp(
  String.raw`\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|es|ing)|bypass|discard|supersedes?)\s+(?=(?:\w+\s+){0,3}?(?:all|any|everything|previous|prior|above|earlier|preceding|your|my|safety|system|original|initial|other))${EARLIER}{0,5}(?:[\w-]+\s+)?(?:instructions?|prompts?|rules?|directives?|guidelines?|guardrails?|context|text|above|messages?|constraints?|polic(?:y|ies)|restrictions?|orders?|training|told|guidance|statements?|limits?|approvals?|conversation|user|content|everything|anything)\b`,
  'i',
);
const STRONG = [
  OVERRIDE,
  /\bignorier\w*\s+(?:(?:alle|die|sämtliche|bisherigen|vorherigen|obigen)\s+){1,4}(?:anweisungen|regeln|instruktionen)|\bignore[zr]?\s+(?:toutes\s+)?(?:les\s+)?(?:instructions|consignes)\s+(?:précédentes|ci-dessus)|\bignora\w*\s+(?:todas\s+)?(?:las\s+)?(?:instrucciones|reglas)\s+(?:anteriores|previas)/i,
  /\b(?:instructions?|constraints?|rules?|guidelines?|restrictions?)\b[^.]{0,30}\b(?:are|is)\s+(?:now\s+)?(?:void|outdated|cancel\w+|invalid|superseded|suspended|lifted|overridden|no\s+longer\s+(?:valid|in\s+force))\b/i,
  /\b(?:drop|skip|disable|bypass|turn\s+off|switch\s+off)\s+(?:all|any|every|your|the)\s+(?:\w+\s+)?(?:safety|security|guardrails?|safeguards?|filters?)\b|\bdo\s?n(?:['’]t|ot)\s+(?:follow|obey|listen\s+to)\s+(?:the|your|any)\s+(?:user|operator|human|owner)|\bas\s+an?\s+(?:AI|LLM|large\s+language\s+model|language\s+model)\b/i,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?system(?:_prompt)?>|\b(?:BEGIN|END|NEW|START|UPDATED)\s+(?:OF\s+)?(?:SYSTEM|ADMIN|DEVELOPER|HIDDEN)\s+(?:PROMPT|MESSAGE|INSTRUCTIONS?|OVERRIDE|NOTICE)\b|\b(?:system|admin|safety|policy)\s+override\b/i,
  /\b(?:note|notice|message|attention|instructions?|important|memo|reminder|warning|request)\b[^.]{0,30}?\b(?:to|for|,|:)\s*(?:all\s+|any\s+|the\s+|every\s+)?(?:AI|A\.I\.|LLMs?|language\s+models?|(?:ai\s+|automated\s+|coding\s+|autonomous\s+)?(?:agents?|assistants?|bots?)|summari[sz]ers?|chatbots?|copilots?|models?)\b/i,
  /\b(?:you\s+are\s+now|from\s+now\s+on,?\s+(?:you|respond|reply|answer|act|behave|speak)|(?<!\b(?:or|not|never|to)\s)pretend\s+(?:to\s+be|you\s+are|that\s+you)|act\s+as\s+(?:if\s+you|an?\s+(?:unrestricted|different|unfiltered|evil))|enter\s+(?:\w+\s+)?mode|(?:developer|god|debug|jailbreak|DAN|maintenance|admin|unrestricted)\s+mode\s+(?:is\s+)?(?:now\s+)?(?:enabled|on(?!\s+\p{Ll})|activated|active))\b/iu,
  /\bif\s+you\s+can\s+read\s+this\b|\b(?:if\s+)?you\s+are\s+(?:an?\s+)(?:AI|LLM|language\s+model|agent|assistant|bot|automated|summari[sz]\w*)\b|\b(?:AI|LLM)s?(?:\s+(?:agents?|assistants?|models?|systems?))?\s+(?:reading|processing|that\s+reads?|summari[sz]ing|must|should|are\s+(?:required|instructed))\b/i,
  /\b(?:compress|summari[sz])\w*\s+of\s+this\b|\brecord\s+(?:it\s+|this\s+)?as\s+an?\s+(?:hard\s+)?constraint\b|\bwhen\s+(?:you\s+(?:are\s+)?)?(?:asked\s+(?:for|to)|summari[sz]|compress|condens)\w*\b|\b(?:in|into|to|of|end|start|begin)\s+(?:(?:your|any|every)\s+summary|(?:the|your|any|every)\s+(?:compressed\s+(?:text|output|context)|handoff\s+note))\b|\b(?:the\s+)?summari[sz]er\s+(?:must|should|has\s+to|will|shall)\b/i,
  /\b(?:have|let|ask|get|make|tell|instruct)\s+(?:your|the|any|an)\s+(?:ai|a\.i\.|llm|language\s+model|automated|virtual|digital)[\s-]*(?:assistants?|agents?|bots?|models?|systems?|tools?)?\b/i,
  /(?:^|[.!?:;>]\s?|--\s?|\b(?:note|notice|message|instructions?|attention|memo)\s+(?:to|for)\s+)\W*(?:for\s+)?(?:(?:all|any|dear|every)\s+)?(?:automated|ai|autonomous|llm)[\s-]+(?:\w+\s+)?(?:systems?|agents?|assistants?|bots?|pipelines?|process(?:ing|ors?)|readers?|tools?)\s*[:,]/i,
  /^\W*to\s+(?:all\s+|any\s+)?(?:language\s+models?|llms?|ai\s+(?:agents?|assistants?|models?|systems?)|chatbots?|summari[sz]ers?)\s*[:,]/i,
  /<!--\s*(?:dear\s+|note\s+to\s+|hey\s+)?(?:the\s+)?(?:ai|assistants?|agents?|system|llms?|bots?|models?|summari[sz]er)\b/i,
  /\b(?:assistants?|agents?|bots?|models?)\s+(?:reading|processing|parsing|indexing)\s+(?:this|the)\b[^.]{0,40}\b(?:should|must|shall|please|have\s+to|need\s+to|are\s+to)\b(?!\s+not)/i,
  /\[\[\s*\/?\s*system\s*\]\]|^\W*(?:tool|system)\s+(?:result|message|notice|output)\s+(?:verified|approved|trusted|confirmed)\b/i,
];
/** An order to an agent called by its name. */
const MENTION =
  /@([\w-]{0,30}(?:bot|agent|assistant|ai))\b,?\s+(?:please|you\s+(?:must|should|have)|now|run|add|set|close|approve|merge|recommend|ignore|delete)\b/i;
const WEAK = [
  /\bSYSTEM\s+(?:MESSAGE|NOTICE|NOTE|ALERT|INSTRUCTION|COMMAND)\b|["'“=]\s?(?:SYSTEM|system|assistant|agent|ai)\s?:\s|\bSYSTEM:\s+(?:the\s+)?(?:owner|user|operator|admin)\s+(?:has\s+)?(?:approved|authori[sz]ed)\b/,
  /\b(?:assistants?|llms?|ai\s+agents?|(?:triage|review|support|coding|inbox|automated)\s+agents?)\s+(?:must|shall|should)\b(?!\s+(?:not|never)\b)|\bas\s+agreed\s+with\s+[^,.]{3,40},\s+(?:the\s+)?(?:agent|assistant|you)\s+(?:must|should|can|may)\b/i,
  /\bkeep\s+this\s+between\s+us\b|\bfrom\s+my\s+(?:other|private|new|personal)\s+(?:e-?mail\s+)?(?:address|account|phone|number|mail)\b|(?:\bno\s+need|\b(?:not|don['’]t)\s+(?:have|need))\s+to\s+(?:confirm|check|verify|call\s+(?:me\s+|us\s+)?back)\b/i,
  /\b(?:reply|respond|answer|confirm)(?:ing)?\s+(?:with\s+|by\s+replying\s+)?["'“]?(?:YES|OK|CONFIRM(?:ED)?|APPROVED?|AGREED?)\b|\b(?:no\s+need\s+to|(?:do|should|must)\s?n(?:['’]t|ot)|without)\s+wait(?:ing)?\s+for\s+(?:\w+\s+){0,2}(?:approval|confirmation|permission|review|sign-?off)\b/,
  /^\W*(?:(?:new|updated|system|hidden|special)\s+){0,2}(?:instructions?|directives?)\s*(?:[:#]|-{2})|\bend\s+of\s+(?:the\s+)?(?:context|document|input|prompt|conversation|data|page)\b|\b(?:note|message)\s+(?:to|for)\s+(?:the\s+)?(?:next|following|future|reading)\s+(?:agent|assistant|model|session)\b/i,
  /\b(?:reply|state|claim|report|answer|say)\s+that\s+(?:all|every|everything|it|the)\b/i,
  /\b(?:summar(?:y|ies)|hand-?(?:offs?|overs?))\b[^.]{0,40}?\b(?:must|should|shall|ha(?:s|ve)\s+to)\s+(?:say|state|claim|mention|confirm|report|read)\b/i,
  /(?:^|[-–—'"“:.]\s?)(?:[A-Z]{2,}\s+)?(?:BOT|AGENT|ASSISTANT|AI|LLM)\s?:/,
  /^[^\p{L}]*(?:(?:dear|hey|hi|hello|attention)\s+)?(?:assistant|ai|a\.i\.|llm|chatbot|language\s+model|claude|gpt|copilot)s?\s*[,!—–]/iu,
  /\b(?:the|your)\s+(?:user|operator|owner|human)\s+(?:has|have)\s+(?:just\s+)?(?:updated|changed|asked|authori[sz]ed|approved|requested|confirmed)\b|\b(?:automated|ai|llm|autonomous)\s+(?:(?:[\w-]+\s+){0,2}?(?:reviewers?|agents?|assistants?|readers?|tools?|bots?)|systems?)\b(?=[^.:]{0,40}:|[^.]{0,50}\b(?:must|should|shall|please|have\s+to|need\s+to|are\s+to|will)\b(?!\s+not))/i,
  /\b(?:assistants?|agents?|bots?|ai\s+liaison)\s+(?:of|at|for)\s+(?:the\s+)?\p{L}+,?\s+(?:please|you\s+(?:must|should))\b/iu,
  /\b(?:pa(?:y|id)|transfer\w*|wired?|remit\w*)\b[^.]{0,60}\b(?:my|our|the)\s+new\s+(?:bank\s+)?(?:account|iban)\b/i,
  /\b(?:update|change|set|switch)\b[^.]{0,80}\bto\s+(?:(?:the|our|a|this)\s+)?(?:new\s+)?(?:IBAN|bank\s+account)\b/i,
  /\bcurl\b[^|]{0,160}\|\s*(?:ba|z)?sh\b/i,
  MENTION,
  /(?:font-size:\s*0|display:\s*none|visibility:\s*hidden|color:\s*(?:#fff(?:fff)?|white|transparent)|opacity:\s*0)\b/i,
  /\b(?:respond|reply|answer|output|say|write|print|return)\s+(?:only|exactly|solely|nothing\s+(?:but|else)|just)\b(?!\s+(?:to|in|into)\b)|(?:^|[.!?:;,"'“(]\s*|\b(?:please|and|or|then|to|must|should|shall|will|you|agents?|assistants?|only|always)\s+)(?:respond|reply|answer)\s+with\b|\b(?:output|print|say|repeat)\s+(?:the\s+)?(?:following|word|words|phrase|string|text|sentence|token)\b/i,
  /\b(?:begin|start|end|finish|prefix)\s+(?:your|the|every|each)\s+(?:response|reply|answer|output|summary|message)\b|\byour\s+(?:summary|response|reply|output|answer|next\s+message)\s+(?:must|should|has\s+to|needs\s+to|will|shall|is)\b/i,
  /\b(?:include|insert|append|add)\s+(?:the|this|that)\s+(?:exact\s+)?(?:phrase|string|sentence|word|code\s+word|passphrase|canary|marker)\b/i,
  /\bsystem\s+prompt\b|\bhidden\s+instructions?\b|\bnew\s+instructions?\s*:|\byour\s+(?:real|true|new|actual)\s+(?:task|goal|instructions?|purpose|objective|mission)\b/i,
  /\bdo\s?n(?:['’]t|ot)\s+(?:mention|reveal|tell|disclose|report|show|alert|inform|notify)\b[^.]{0,30}\b(?:this|these|users?|humans?|operators?|anyone|owner)\b|\bwithout\s+(?:telling|asking|informing|notifying|alerting)\s+(?:the\s+)?(?:user|human|operator|owner|anyone)/i,
  /\b(?:no\s+need\s+to|need\s+not)\s+(?:tell|inform|ask|notify|alert|mention\s+(?:this|it)\s+to)\s+(?:the|your)\s+(?:user|human|operator|owner|principal)\b|\bkeep\s+(?:this|that|it)\s+(?:\S+\s+){0,2}?from\s+(?:the|your)\s+(?:user|human|operator|owner|principal)\b|\b(?:the|your)\s+(?:user|human|operator|owner|principal)\s+(?:need|do|does|should|must|is|are)(?:\s+not|n['’]t)\s+(?:(?:need\s+)?to\s+)?(?:know|be\s+(?:told|informed|asked|notified|alerted|aware))\b/i,
  /\b(?:instructions?|notices?)\s+(?:to|for)\s+(?:[\w-]+\s+){0,2}(?:processing|parsing|reading|extraction|abstraction|upgrade|migration|automation|indexing|translation)\s+(?:agents?|assistants?|tools?|bots?|systems?|models?|software)\b/i,
  /(?:^[^\p{L}]*|[\d.:>!?]\s+)(?:dear|hey|hi|hello|attention)\s+(?:[\w-]+\s+){0,2}(?:agents?|assistants?|bots?)\s*[,!:—–]|\b(?:agents?|assistants?|bots?)\s+(?:working|reading|processing|handling|dealing|acting)\s[^.]{0,50}?\b(?:should|must|shall|have\s+to|need\s+to|are\s+to)\b(?!\s+not)/iu,
  /\bnew\s+(?:rules?|polic(?:y|ies)|procedures?)\s+(?:as\s+of|from|since|effective)\s+(?:today|now|immediately)\b|\b(?:delete|remove|erase)\s+this\s+(?:thread|e-?mail|mail|message|note)\s+(?:after|once|when)\b/i,
  /^\W*[[(][^\])]{0,40}?\b(?:white|hidden|invisible|tiny|transparent)\s+(?:text|font|letters|layer|div)\b/i,
];
/** Sends something secret away; a ban of the same is a rule of the work, not an injection. */
const EXFILTRATION =
  /\b(?:reveal|print|output|show|leak|repeat|send|post|upload|exfiltrate|dump|e-?mail|include|paste|disclose|forward|curl|share|read|cat|open|pass|copy)\b.{0,80}?(?:\b(?:api[\s_-]?keys?|system\s+prompt|credentials?|secrets?|passwords?|private\s+keys?|access\s+tokens?|environment\s+variables|env\s+vars|ssh\s+keys?|[a-z]+_[a-z_]*(?:token|secret|password|key)|root\s+keys?|passport\s+(?:data|numbers?))\b|~?\/\.(?:ssh|npmrc|aws|env|netrc|kube)|\.env\b|id_rsa)/i;
/** Has something said in a summary, whoever asks for it. */
const DICTATED =
  /\b(?:include|put|write|add|state|say|mention|insert|repeat|begin|start|end|open|close|place|record)\b[^.]{0,70}\b(?:in|into|to|of)\s+the\s+summary\b/i;
/** Takes a safeguard away, or has a stranger's program register somebody. */
const UNGUARDED =
  /\b(?:set|use|pass|add|run|execute|invoke)\b[^.;]{0,60}(?:\b(?:ignore-scripts|strict-ssl|sslverify|verify_ssl|tls_verify)\s?[=:]\s?(?:false|0|off|no)\b|\bNODE_TLS_REJECT_UNAUTHORIZED=0|--(?:no-verify|insecure|no-check-certificate|skip-verification|dangerously-[\w-]+)\b)|\b(?:npx|pip3?\s+install|npm\s+(?:i|install)|curl|wget)\s[^;]{0,90}(?:--(?:register|attest|enroll)\b|\bto\s+(?:complete|finish|confirm|pass)\s+(?:the\s+|your\s+)?(?:registration|verification|attestation|validation)\b)/i;
const NEGATED = /\b(?:never|not|without|no|cannot|avoid|forbidden)\b|n['’]t\b/i;
/** Talk about an injection, by somebody who has seen through it. */
const REPORT =
  /[;,]\s+ignored\b|\b(?:injections?|(?:and|is|was|were|been)\s+ignored|(?:contains?|contained|had|has|holds?)\s+an?\s+(?:\S+\s+){0,4}(?:instruction|order|command)s?\s+(?:for|to|directed)|injected|suspicious|malicious|untrusted|phishing|treat\w*\s+(?:\S+\s+){0,6}as\s+data|(?:is|it['’]s|are)\s+(?:just\s+)?data|(?:i|we)\s+(?:have\s+|am\s+|did\s+|will\s+)?(?:not\s+)?(?:ignor(?:ed|ing)|follow(?:ed|ing)?|act(?:ed|ing)?)|attempt(?:s|ed)?\s+to|tries\s+to|tried\s+to|aimed\s+at|wants?\s+me\s+to|claim(?:s|ed|ing)\s+to|must\s+not\s+be\s+(?:followed|obeyed)|never\s+(?:follow|obey))\b/i;

/** The head of a note to whoever goes on with the work, as colleagues leave it. */
const HANDED_OVER = /\b(?:that|who|which)\s+(?:takes?\s+(?:this\s+)?over|continues|picks?\s+(?:this|it)\s+up|goes\s+on)\b/i;

/** Whether a sentence commands the reader of the text. `trusted`: said by one of the two who talk, who may ask for a form of answer. */
export function isInjection(sentence: string, trusted: boolean): boolean {
  if (REPORT.test(sentence) || HANDED_OVER.test(sentence)) return false;
  if (STRONG.some((form) => form.test(sentence))) return true;
  if (trusted) return false;
  if (WEAK.some((form) => form.test(sentence))) return true;
  return [EXFILTRATION, UNGUARDED, DICTATED].some((form) => isOrdered(form, sentence));
}

/** Characters behind an order within which it may be taken back: "credentials … aren't yours". */
const AFTER = 36;

/** Whether what `form` finds in `sentence` is to be done, rather than left undone. */
function isOrdered(form: RegExp, sentence: string): boolean {
  const found = form.exec(sentence);
  return found !== null && !NEGATED.test(sentence.slice(Math.max(0, found.index - 60), found.index + found[0].length + AFTER));
}

/** Sentences after an injection, in the same block, that are taken for its continuation. */
const REACH = 6;

/**
 * Marks what stands in one block with an injection as part of it: the sentences after it, the commands that lead up to it and a line that
 * introduces it. A comment is judged apart from the turn that shows it: people do not give their orders in comments.
 */
export function spreadInjections(units: Unit[]): void {
  for (const unit of units) {
    if (unit.kind === 'comment') unit.injected ||= isInjection(unit.text, false);
    else if (unit.injected && unit.role === 'none' && asksColleague(unit, units)) unit.injected = false;
  }
  disown(units);
  for (const source of units.filter((unit) => unit.injected)) {
    if (source.kind === 'log') spreadInLog(source, units);
    else spread(source, units);
  }
  const said = units.flatMap(({ text, injected }) => (injected ? [text] : [])).join('\n');
  for (const unit of units) unit.injected ||= quotes(unit.text, said);
}

/** Says of what was shown just before that it was not followed, or not sent by whom it seems to be from. */
const DISOWNED =
  /\b(?:i|we)\s+(?:(?:did|do|will|have)(?:\s+not|n['’]t)|won['’]t)\s+(?:do(?:ne)?|follow(?:ed)?|act(?:ed)?\s+on|obey(?:ed)?|executed?|carried\s+out)\s+(?:what|it|that|this|them|any|the\s+(?:order|instruction|request)s?)\b|\b(?:is|was|['’]s)(?:\s+not|n['’]t)\s+(?:from\s+(?:the|our|your|an?|her|his)\b|the\s+address\s+on\s+file|(?:you|me|mine|him|her)\b)|^\W*(?:\p{L}+:\s+)?not\s+(?:me|mine|followed|obeyed|executed|the\s+address\s+on\s+file|from\s+(?:me|us|the|our))\b|\b(?:phishing|spoof\w*|impersonat\w*|look-?alike|signs\s+of\s+(?:payment\s+)?fraud|prompt\s+injection|it['’]s\s+an\s+injection)\b/iu;
/** Sentences of a turn among which it says so. */
const ANSWER = 3;

/** Marks the requests in what was passed on or shown by a tool when the turn after it disowns them, and nothing there is known to be meant. */
function disown(units: readonly Unit[]): void {
  const turns = [...Map.groupBy(units, ({ turn }) => turn).values()];
  for (const [i, answer] of turns.entries()) {
    if (i === 0 || answer[0]!.role === 'tool' || !answer.slice(0, ANSWER).some(({ text }) => DISOWNED.test(text))) continue;
    const shown = lastPassedOn(turns[i - 1]!);
    if (!shown.some(({ injected }) => injected)) for (const unit of shown) unit.injected = isRequest(unit.text);
  }
}

/** The units at the end of a turn that were passed on, or that a tool shows. */
function lastPassedOn(turn: readonly Unit[]): readonly Unit[] {
  const own = turn.findLastIndex((unit) => !unit.passedOn && unit.role !== 'tool');
  return turn.slice(own + 1);
}

/** Whether `text` quotes a part of what is `injected` that is long enough to be an order. */
function quotes(text: string, injected: string): boolean {
  return Array.from(text.matchAll(/["“]([^"“”]{20,300})["”]/g)).some(([, quoted]) => injected.includes(quoted!));
}

/** Lines of a log have nothing to do with each other, but for commands right behind an injection. */
function spreadInLog(source: Unit, units: readonly Unit[]): void {
  const next = units[source.order + 1];
  if (next?.kind === 'log' && next.block === source.block && isRequest(next.text)) next.injected = true;
}

function spread(source: Unit, units: readonly Unit[]): void {
  const same = (other: Unit | undefined): other is Unit =>
    other?.block === source.block && other.turn === source.turn && other.kind !== 'log' && (other.kind === 'comment') === isComment(source);
  const before = units[source.order - 1];
  if (same(before) && /[:!]$|^[^a-z]{8,}$/.test(before.text)) before.injected = true;
  if (source.role === 'user' && !isComment(source) && !source.passedOn) return;
  for (const after of units.slice(source.order + 1, source.order + 1 + REACH)) {
    if (!same(after)) break;
    after.injected = true;
  }
  if ((source.role !== 'tool' && !isComment(source) && !source.passedOn) || OPENS.test(source.text)) return;
  let between = 0;
  for (const earlier of units.slice(Math.max(0, source.order - REACH), source.order).toReversed()) {
    if (!same(earlier) || OPENS.test(earlier.text)) break;
    if (isRequest(earlier.text)) earlier.injected = true;
    else if (++between > 1) break;
  }
}

/** A label or a bracket, with which somebody else begins to speak. */
const OPENS = /^\W*\p{L}[\p{L}\d-]*(?:\s\([^()]{1,40}\))?:\s|^\W{0,2}[[(<]/u;

function isComment({ kind }: Unit): boolean {
  return kind === 'comment';
}

/** Whether a unit is suspect only for calling an agent that is one of those at work in the text. */
function asksColleague({ text }: Unit, units: readonly Unit[]): boolean {
  const name = MENTION.exec(text)?.[1];
  if (name === undefined || isInjection(text.replace(MENTION, ' '), false)) return false;
  return units.some((other) => new RegExp(String.raw`(?<![@\w-])${name}(?![\w-])`, 'i').test(other.text));
}
