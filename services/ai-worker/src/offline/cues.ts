import { foreignBan, idiomaticBan, shunned } from './bans.ts';
import { foreignDuty, setDuty, sweeping, weakDuty } from './duties.ts';
import { any } from './pattern.ts';

/**
 * The words by which a sentence gives away what it is, in English with a modest set for German, French and Spanish.
 * One place for the extractor and for the fidelity check, so that both mean the same by "a constraint".
 */

const NT = String.raw`n['’]?t`;
const APPROVAL = String.raw`(?:(?:the|a|an|my|our|his|her|their|prior|explicit|written|first|from|any|signed|human|manual|passing|valid)[-\s]+){0,3}`;

/** A ban: says what must not be. */
export const prohibition = any(
  String.raw`(?:must|shall|may|should|ought|can)\s+(?:\w+\s+)?(?:not|never)`,
  `must${NT}|shan['’]?t|should${NT}|can['’]?t|cannot`,
  `do\\s+not|do${NT}|never|no longer`,
  String.raw`(?:under|in)\s+no\s+(?:circumstances?|case|event)|by\s+no\s+means|not\s+under\s+any`,
  String.raw`forbid(?:den|s)?|forbade|prohibit(?:ed|s)?|disallow(?:ed|s)?|banned|(?:not|(?:is|are|was)n['’]?t)\s+(?:be\s+)?(?:allowed|permitted|ok(?:ay)?|acceptable|admissible|authori[sz]ed|negotiable|an\s+option|to\s+be|before|until|yet\s+to|unless|without|at\s+all|longer\s+than|more\s+than|today|tonight)`,
  String.raw`off[-\s]limits|hands\s+off|out\s+of\s+(?:scope|bounds)|(?:is|are)\s+(?:out(?=\s*(?:[.,;!)]|$|then|now|because|since|until|for\s+(?:now|this|us)))|off\s+the\s+table)|refrain|stay\s+(?:out|away|off)|keep\s+(?:\S+\s+){0,4}?(?:out\s+of|away\s+from|off)`,
  String.raw`leave\s+(?:\S+\s+){1,6}?(?:alone|untouched|as\s+(?:is|it\s+is|they\s+are)|unchanged|out)`,
  String.raw`(?:nobody|no[-\s]one|nothing|none|neither|no\s+\w+)\s+(?:\S+\s+){0,3}?(?:may|can|should|must|shall|gets?|goes|leaves?|is\s+(?:allowed|asked|to)|are\s+(?:allowed|to))`,
  String.raw`(?:nobody|no[-\s]one)\s+(?!by|of|named|called|but|and|or|to|there|here|in|at|knows?|was|has|had|is|seems|does|did|answered|replied|noticed|complained|measured|looked|came|asked|uses|seen|could)\p{L}+|nothing\s+(?:from|to|by|on|into|outside|beyond|above|below|over|under|via|but|older|newer|larger|bigger|after|before|without)|neither\s+(?:\S+\s+){1,6}?nor\s+(?:\S+\s+){1,5}?(?:may|can|should|must|shall|will)|prohibitions?|(?:use|take|call|write|put|send|pick|keep)\s+[^.;]{2,60},\s*not|(?<=,\s)not\s+(?:longer|later|earlier|more)|(?:take|takes)\s+(?:\S+\s+){1,6}?out\s+of`,
  String.raw`without\s+${APPROVAL}(?:approval|permission|sign-?off|consent|asking|authori[sz]ation|confirmation|review|notice|telling|agreement|ticket|backup|flag|certificate)`,
  String.raw`no\s+(?:[\w-]+\s+){1,5}?(?:without|before|until|unless|after|during|in|on|to|outside|beyond|above|at)`,
  String.raw`no\s+(?:new|more|external|additional|direct|manual|force|breaking|third|public|raw|hard-?coded|downtime|network|schema|data\s+loss|extra|further|other|exceptions?|mention|changes?|pii|secrets?)`,
  String.raw`(?:does|do|will|is|are)\s+not\s+(?:take\s+place|happen|start|ship|merge|begin|count|apply|go\s+\w+|exceed|touch|leave)|(?:won['’]?t|will\s+not|do\s+not|don['’]?t)\s+(?:be\s+)?(?:accept(?:ed)?|tolerated?|merged?|paid|allow(?:ed)?|approved?|support(?:ed)?)|not\s+to\s+\w+`,
  String.raw`(?:darf|dürfen|dürft|soll|sollen|sollte|kann|können|muss|müssen)\s+(?:[^\s.;]+\s+){0,8}?(?:nicht|kein\w*|nie|niemals)|auf\s+keinen\s+fall|keinesfalls|niemals|verboten|untersagt|unzulässig|nicht\s+(?:erlaubt|zulässig|gestattet)|bitte\s+(?:[^\s.;]+\s+){0,6}?(?:nicht|kein\w*)|kein\w*\s+(?:[^\s.;]+\s+){1,5}?ohne|nicht\s+ohne|ohne\s+(?:[^\s.;]+\s+){1,6}?(?:wird|werden|darf|dürfen|geht)\s+(?:[^\s.;]+\s+){0,3}?(?:nichts|niemand|nicht|kein\w*)|darf\s+(?:niemand|nichts)|niemand\s+(?:darf|soll)`,
  String.raw`ne\s+(?:\S+\s+){1,4}?(?:pas|jamais|plus|aucun\w*)|ne\s+\S+\s+rien|n['’]\S+\s+(?:pas|jamais|rien|plus|aucun\w*)|personne\s+ne|interdite?s?|en\s+aucun\s+cas|jamais|défense\s+de`,
  String.raw`no\s+(?:l[oae]s?\s+|se\s+)?(?:debe\w*|puede\w*|hay\s+que|está\s+permitid\w+|toques?|toque\w*|uses?|usar|cambi\w+|borr\w+|envíe?s?|hag\w+|mov\w+|muev\w+|modifi\w+)|nunca|jamás|prohibid[oa]s?|en\s+ningún\s+caso|bajo\s+ninguna`,
);

/** Scripts without spaces have no word boundaries to lean on. */
const unspacedBan =
  /ないでください|ないこと|禁止|してはいけ|してはなら|なしに|不可|厳禁|せんでください|不得|不能|不要|不准|禁止|严禁|切勿|请勿|不可以|没有.{1,12}(?:不|前)|하지\s?마|금지|안\s?됩니다/;
const unspacedDuty =
  /必須|必要|期限|までに|だけに|のみ|限り|しなければ|すること|以内|必ず|必须|务必|只能|仅|一定要|截止|之前|应当|반드시|필수|까지|만\s/;

/** A ban inside a sentence: ", no laboratory values". */
const banInside =
  /(?:[,;:(–—]\s*|\b(?:and|but|or|with|then)\s+)no\s+(?!(?:problem|worries|idea|luck|errors?|match\w*|results?|output|issues?|effect|answer|such|need|one|sure|sign|doubt|longer|surprise|reply|changes?|difference)\b)\p{L}/iu;

/** A ban by its opening word: "No deploys on Friday", "Not Redis", "Avoid X". */
const banOpening =
  /^[^\p{L}\p{N}.…]{0,8}(?:no|not|zero(?=\s+(?:tolerance|downtime|data|loss|changes|exceptions))|avoid|stop|kein\w*|nicht|nie|pas\s+d[e']|aucune?|nadie|ningun[oa]?|sin|evita\w*|keine?)\s+\p{L}/iu;

/** Openings that look like a ban and are none: an observation or a polite phrase. */
const idleOpening =
  /^["'“(*_\s]*(?:no|not|zero)\s+(?:problem|worries|idea|luck|errors?|matches|match|results?|output|new\s+(?:messages?|mails?|errors?|findings?)|changes?\s+(?:detected|made|found|needed)|issues?|effect|answer|such|need|one\s+(?:knows|answered|replied)|data\s+found|(?:yet\s+)?(?!(?:allow|permitt|accept|support|approv|authori[sz])ed)\p{L}+ed\b|sure|yet|bad|really|exactly|only|just|surprise|doubt|wonder|anomal\w+|difference|sign|evidence|alerts?|news|response|rush|decision)\b/iu;

/** Turns of phrase with a ban's words that ban nothing. */
const idle = new RegExp(
  [
    String.raw`\b(?:do|did|does)(?:${NT}|\s+not)\s+(?:(?:really|quite|actually|even|yet)\s+)?(?:know|think|see|have|understand|remember|recall|worry|mind|seem|appear|believe|matter|expect|care|look|hesitate|need|agree|like|exist)\b`,
    String.raw`\b(?:can(?:not|['’]?t|\s+not)|could(?:${NT}|\s+not))\s+(?:(?:be\s+)?(?:found|find|reproduced?|resolved?|read\s+propert\w+|open|parsed?|allocated?|located?|determined?|see|tell|say|confirm(?:ed)?|verif(?:y|ied)|recall|remember|wait|stat|connect|lookup|deserialize|seriali[sz]e|help|complain|figure|explain|imagine|rule\s+out))\b`,
    String.raw`\bnever\s+(?:mind|returned|happened|arrived|came|fired|called|reached|answered|replied|worked|got|saw|heard|had|was|were|tested|seen|finished|ended|been|returns|fires|ran|started|completed|before)\b`,
    String.raw`\bno\s+longer\s+(?:exists?|works?|fails?|needed|necessary|there|available|reproduc\w+|true|relevant|valid)\b`,
    String.raw`\b(?:is|are|was|were)(?:${NT}|\s+not)\s+(?:needed|necessary|relevant|affected|used|set|there|ready|clear|true|finished|done)\b`,
    String.raw`(?<!\b(?:is|are|be)\s)\bnever\s+(?!used\b)\p{L}{2,}ed\b`,
    String.raw`\bkey\s?words\b[^.]{0,120}\b(?:rfc|bcp)\s?\d+`,
    String.raw`\(no\s+changes?\)|\bno\.\s?\d|^\W*no,?\s+(?:it|that|this|he|she|they)\s+(?:do|is|wo|can|did|was)[\p{L}]*['’]?t\b`,
    String.raw`\bi\s*(?:can['’]?t|cannot|am\s+not\s+going\s+to|['’]m\s+not\s+going\s+to)\s+(?:go|do|decide|come|get|make|be|join|attend|reach|judge|travel)\b`,
    String.raw`\bwhat\s+(?:(?:must|may|should|can)\s+(?:and\s+)?)?(?:(?:must\s+)?not|must${NT}|may\s+not|should${NT})\s+(?:to\s+|be\s+)?\p{L}+`,
    String.raw`\bwhy\s+(?:do|can|must)(?:${NT}|\s+not)\b`,
    String.raw`\b(?:ha(?:ve|s|d)|there\s+(?:is|are|was|were)|got|gave|gives|found|saw|shows?|showed|made|makes?|still|was|were)\s+(?:had\s+|yet\s+|so\s+far\s+)?no\s+(?!(?:power|authority|mandate|permission)\s+to\b)\p{L}+`,
    String.raw`\bno\s+(?:\w+\s+){1,2}(?:came|was|were|has|had|is\s+lost|answered|arrived|happened|failed|needed|necessary|found|lost)\b`,
    String.raw`\bno\s+(?:need|reason|harm|impact|influence|wonder|hurry|rush|reindex|evictions?|overshoot|duplicates?|regressions?|failures?|findings|complaints?)\b|\bnot\s+(?:impossible|true\s+that|that\s+(?:we|i|they|it))|\bit\s+(?:is\s+not|isn['’]?t)\s+(?:that|true|forbidden|prohibited)\b|\b(?:is|are)(?:${NT}|\s+not)\s+(?:forbidden|prohibited|banned|off[-\s]limits)\b`,
    String.raw`\b(?:that|which|it|he|she|they|we|i|the\s+\w+)\s+(?:did(?:${NT}|\s+not)|could(?:${NT}|\s+not)|was(?:${NT}|\s+not)|were(?:${NT}|\s+not))\b`,
  ].join('|'),
  'giu',
);

/** A duty in plain words: says what must be. */
const obligation = any(
  'must|shall|mandatory|compulsory|obligatory|non-negotiable|imperative',
  String.raw`ha(?:s|ve|d)\s+(?:got\s+)?to(?:\s+be)?|needs?\s+to|is\s+to\s+be|are\s+to\s+be|is\s+due`,
  'require[sd]?|requirements?|required|requiring',
  String.raw`always|at\s+(?:most|least|the\s+(?:latest|earliest|most|least))|no\s+(?:more|less|fewer|later|earlier|longer|sooner|bigger|larger|greater|higher|lower)\s+than|not\s+(?:exceed|later|more|longer)`,
  String.raw`ensure|make\s+sure|be\s+sure|stick\s+to|strictly|exactly\s+(?:one|once|\d)|limited\s+to|capped\s+at|ceiling|hard\s+(?:limit|cap|requirement|constraint|stop)|upper\s+limit|maximum|minimum|only|solely|exclusively`,
  String.raw`(?:is|are)\s+(?:only\s+)?(?:allowed|permitted)|only\s+(?:allowed|if|when|after|from|by|on|in|with|use|the)|keep\s+(?:\S+\s+){0,6}?(?:under|below|within|at|above|compatible|stable|unchanged|green|in\s+sync|private|secret|confidential)`,
  String.raw`stays?\s+(?:on|at|in|within|below|under|with|as|an?|integers?|until)|remains?\s+(?:on|at|in|within|below|under)|(?:below|under|above|within|less\s+than|more\s+than|up\s+to|over)\s+[€$£]?\d\S*|subject\s+to|provided\s+that|as\s+long\s+as|unless|budget|whatever\s+happens`,
  String.raw`constraints?|rules?|policy|compliance|deadline`,
  String.raw`muss|müssen|musst|müsst|zwingend|unbedingt|pflicht|verpflichtend|erforderlich|vorgeschrieben|immer|nur|ausschlie(?:ß|ss)lich|höchstens|mindestens|spätestens|frühestens`,
  String.raw`doit|doivent|devez|devons|il\s+faut|exigée?s?|on\s+(?:arrête|suspend|annule)|obligatoire(?:ment)?|toujours|uniquement|seulement|au\s+(?:plus|moins)|exig\w+`,
  String.raw`debe[ns]?|deberá[ns]?|hay\s+que|tiene[ns]?\s+que|obligatori[oa]s?|siempre|s[oó]lo|solamente|únicamente|como\s+máximo|al\s+menos`,
);

/** The duty words that seldom mean anything else. */
const firm = any(
  String.raw`must|shall|mandatory|compulsory|non-negotiable|required|requires?|has\s+to|have\s+to|needs?\s+to\s+(?:be|stay|remain|keep)|always|at\s+(?:most|least|the\s+(?:latest|earliest))|no\s+(?:more|less|fewer|later|earlier|longer)\s+than|ensure|make\s+sure|strictly|only\s+(?:allowed|if|when|after|use)|only\s+(?:\S+\s+){1,6}?may|may\s+only|needs?\s+(?:my|our|his|her|their|a|an|explicit|written)\s+(?:\S+\s+){0,3}?(?:approval|sign-?off|review|permission|signature)|if\s+[^.]{3,160}?,\s+(?:then\s+)?(?:stop|abort|halt|wake|page|call|tell|ask|roll\s+back|wait|escalate|pause)|(?:limit|cap|ceiling)\s+(?:is|of|for)|needs?\s+(?:[\p{L}'’]+\s+){0,3}?(?:approvals?|reviews?|sign-?offs?|signatures?|permission|consent)|max(?:imum)?\.?(?:\s+of)?\s+\d\S*|(?<!\d\s)min(?:imum)?\.?(?:\s+of)?\s+\d\S*|not\s+(?:more|less|later|longer|fewer)|a\s+must|capped\s+at|closes?\s+at|(?:is|are)\s+due|nowhere\s+else|not\s+(?:a|one)\s+(?:single|cent|day|penny|byte|word|minute|second|line|gram|euro|dollar|pound|krone|crown|yen)|(?:essential|crucial|vital|critical)\s+that|rules?\s+(?:is|are)(?=\s*:)|(?:constraint|requirement|rule|deadline|limit|restriction)s?\s*:\s?|use\s+only|only\s+(?:use|support|accept|allow)\w*|only\s+(?:from|on|in|with|by|for|the)|(?:ask|check\s+with|tell|call)\s+(?:\S+\s+){1,4}?(?:before|first)|nur\s+(?:\S+\s+){0,4}?(?:erlaubt|zulässig|gestattet)|bitte\s+immer|seulement|s[oó]lo\s+se|is\s+mandatory|whatever\s+happens|hard\s+(?:limit|cap|requirement|constraint)|ceiling|deadline`,
  String.raw`muss|müssen|zwingend|unbedingt|pflicht|erforderlich|ausschlie(?:ß|ss)lich|höchstens|mindestens|spätestens|doit|doivent|il\s+faut|obligatoire|uniquement|sans\s+discussion|impérati\w+|requier\w+|debe[ns]?|deberá[ns]?|hay\s+que|tiene[ns]?\s+que|obligatori[oa]s?|únicamente`,
);

/** A wish: would be good, may be dropped. */
export const preference = any(
  String.raw`prefer(?:s|red|ably|ence)?|ideally|would\s+(?:like|prefer|rather|love|be\s+(?:nice|good|great|better))|['’]d\s+(?:like|prefer|rather|love)|nice\s+to\s+have|should|if\s+possible|where\s+possible|when\s+possible|avoid|try\s+to|better\s+(?:to|not)|rather\s+than|favou?r|optional(?:ly)?|wenn\s+möglich|möglichst|lieber|am\s+liebsten|bevorzug\w+|wünsch\w+|sollte[n]?|de\s+préférence|idéalement|si\s+possible|on\s+préfère|je\s+préfère|devrai\w+|preferible(?:mente)?|idealmente|si\s+es\s+posible|prefiero|preferimos|debería[ns]?`,
);

const MONTH = String.raw`(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|mars|apr(?:il)?|may|mai|june?|juni|juin|july?|juli|juillet|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|oktober|octobre|nov(?:ember)?|dec(?:ember)?|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|février|avril|août|septembre|novembre|décembre)`;
const DAY = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thurs?|fri|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo`;
const MOMENT = String.raw`(?:\d{4}-\d\d(?:-\d\d)?|\d{1,2}[:.h]\d\d|\d{1,2}\s?[ap]\.?m\.?|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?${MONTH}|${MONTH}\s+\d{1,4}|${DAY}|today|tonight|tomorrow|noon|midnight|eod|eow|eob|cob|q[1-4]|(?:the\s+)?end\s+of|(?:next|this)\s+(?:week|month|quarter|sprint|year|release)|morgen|heute|mittag|demain|midi|ce\s+soir|fin\s+de|mañana|hoy|mediodía)`;

/** A date, a time of day or a word for one. */
export const moment = any(MOMENT);

/** A date or time to meet. */
const deadline = any(
  String.raw`(?:by|before|until|till|no\s+later\s+than|not\s+later\s+than|at\s+the\s+latest|latest|due|expires?|closes?|ends?|starts?|from|after|on|at|earliest|valid|delivered)\s+(?:\S+\s+){0,3}?${MOMENT}`,
  String.raw`deadlines?|due\s+(?:date|by|on|in)|cut-?off|code\s+freeze|change\s+freeze|eod|eow|eob|cob|within\s+(?:the\s+next\s+)?\d+\s*(?:min\w*|hours?|h|days?|weeks?|business)|in\s+\d+\s+(?:hours?|days?|weeks?)\s+at\s+most`,
  String.raw`(?:bis|vor|spätestens|ab|am)\s+(?:\S+\s+){0,3}?${MOMENT}|frist(?:en)?|stichtag|fällig|(?:avant|d['’]ici|jusqu['’]\S+|au\s+plus\s+tard)\s+(?:\S+\s+){0,3}?${MOMENT}|échéance|date\s+limite|(?:antes\s+del?|hasta|para\s+el|a\s+más\s+tardar)\s+(?:\S+\s+){0,3}?${MOMENT}|fecha\s+límite|plazo`,
);
/** The deadline words that bind, as against a mere point in time. */
const bindingTime = any(
  String.raw`by|before|until|till|latest|earliest|due|deadlines?|expires?|cut-?off|freeze|eod|eow|eob|cob|within|no\s+later|bis|vor|spätestens|frist(?:en)?|fällig|stichtag|avant|d['’]ici|au\s+plus\s+tard|échéance|date\s+limite|antes|hasta|a\s+más\s+tardar|fecha\s+límite|plazo`,
);

/** Something was settled. */
export const decision = any(
  String.raw`decided|decision|we['’]?ll\s+(?:go|use|keep|take|stay)|go(?:ing)?\s+with|went\s+with|chose|chosen|opted|agreed|settled\s+on|picked|selected|approved|accepted|confirmed|adopt(?:ed)?|switch(?:ed|ing)?\s+to|instead\s+of|changed\s+(?:to|her\s+mind|his\s+mind|my\s+mind)|change\s+of\s+plan|resolved\s+to|signed\s+off|conclu(?:ded|sion)|final(?:ly|ised|ized)?|ruled\s+out|rejected|dropped|it\s+is|moved\s+to|keep\s+it|stays\s+(?:on|in|with)|then\s+\d|in\s+favou?r\s+of|we\s+(?:use|are\s+using|will\s+use)|postponed|rolled\s+back`,
  String.raw`entschieden|entscheidung|beschlossen|beschluss|vereinbart|festgelegt|gewählt|geändert|verworfen|genehmigt|décidé|décision|choisi|retenu|convenu|approuvé|adopté|decidi\w+|decisión|decidido|elegi\w+|acord\w+|aprobad\w+|optamos`,
);

/** Something is still to be settled. */
export const pending = any(
  String.raw`tbd|tbc|undecided|unresolved|pending|(?:to\s+be|still|not\s+yet|not|isn['’]t|aren['’]t|haven['’]t|hasn['’]t|needs?\s+to\s+be|must\s+be|yet\s+to\s+be|has\s+to\s+be)\s+(?:to\s+be\s+)?(?:decided?|agreed|settled|confirmed|determined|chosen|approved|clear|final)|to\s+decide|decide\s+(?:whether|if|between|on|which|how|later)|decides|choose\s+between|whether\s+to|whether\s+we|should\s+we|do\s+we\s+(?:keep|want|need|report|use|go)|open\s+(?:questions?|points?|items?|decisions?|issues?)|still\s+open|open\s*[:—–-]|waiting\s+(?:for|on)|awaiting|awaits|blocked\s+(?:on|by)|depends\s+on\s+(?:whether|the\s+decision)|up\s+to\s+\w+\s+to|disagree|no\s+decision|not\s+(?:made|taken)\s+a\s+decision|needs?\s+(?:a\s+)?decision|options?\s*:|either\s+\S.{0,80}\sor|parked|on\s+hold|to\s+be\s+(?:discussed|clarified)|asks?\s+(?:legal|finance|security)|votes?|leaning\s+towards?|not\s+sure\s+(?:whether|if|which)`,
  String.raw`noch\s+(?:offen|nicht|unklar|zu\s+klären)|offen(?:e|er)?|unentschieden|ausstehend|zu\s+klären|steht\s+noch\s+aus|entscheiden|ob\s+wir|wartet?\s+auf|klärt|en\s+attente|à\s+(?:décider|confirmer|définir|trancher)|reste\s+à|未定|検討中|保留|待定|未确定|pas\s+encore|indécis|pendiente[s]?|por\s+(?:decidir|definir|confirmar)|falta\s+(?:decidir|saber)|aún\s+no|todavía\s+no`,
);

/** Something is not known. */
export const unknown = any(
  String.raw`unclear|unknown|unsure|not\s+sure|don['’]?t\s+(?:yet\s+)?know|do\s+not\s+(?:yet\s+)?know|no\s+idea|need\s+to\s+(?:find\s+out|check|verify|understand)|not\s+(?:yet\s+)?(?:verified|confirmed|known|explained|understood|checked)|open\s+questions?|question\s+is|wonder(?:ing)?|unverified|unexplained|unklar|unbekannt|ungeklärt|frage|on\s+ne\s+sait|pas\s+clair|inconnu|no\s+(?:se\s+)?sab\w+|no\s+está\s+claro|se\s+desconoce`,
);

/** Something was tried in vain, or is known to break. */
export const failure = any(
  String.raw`fail(?:ed|s|ing|ure)?|did(?:${NT}|\s+not)\s+(?:work|help|fix|change|solve|pass|hold)|does(?:${NT}|\s+not)\s+(?:work|help|fix|solve|support)|not\s+work(?:ing|ed)?|no\s+effect|made\s+(?:it|things)\s+worse|worse|revert(?:ed|s)?|rolled\s+back|rollback|roll\s+back|abandon(?:ed)?|gave\s+up|give\s+up|dead[-\s]end|ruled\s+out|in\s+vain|useless|broke|broken|breaks|regress(?:ed|ion)?|crash(?:ed|es)?|timed\s+out|time-?out|tried|attempt(?:ed|s)?|rejected|refused|wrong|mistake|caused|corrupted|deadlock(?:ed|s)?|flaky|do(?:${NT}|\s+not)\s+(?:retry|repeat|ask\s+again|try)|tried\s+(?:that|it|this)|unsuccessful(?:ly)?|discarded|disproved`,
  String.raw`fehlgeschlagen|gescheitert|funktioniert\w*\s+nicht|nicht\s+funktioniert|zurückgesetzt|verworfen|falsch|vergeblich|échou\w+|ne\s+(?:fonctionne|marche)\s+pas|annulé|fall(?:ó|aron|ado|a)|no\s+funcion\w+|revertid\w+|descartad\w+`,
);
/** The failure words that mean an attempt is over. */
export const deadEnd = any(
  String.raw`did(?:${NT}|\s+not)\s+(?:work|help|fix|change|solve)|no\s+effect|worse|revert(?:ed|s)?|rolled\s+back|abandon(?:ed)?|gave\s+up|dead[-\s]end|ruled\s+out|in\s+vain|tried|attempt(?:ed)?|do(?:${NT}|\s+not)\s+(?:retry|repeat|ask\s+again|go\s+back|try)|unsuccessful(?:ly)?|wrong|out\s*,|fehlgeschlagen|gescheitert|verworfen|zurückgesetzt|échou\w+|falló|revertid\w+|descartad\w+`,
);

/** Work to be done. */
export const action = any(
  String.raw`todo|fixme|next\s+steps?|next\s*[,:]|action\s+items?|follow[-\s]?ups?|i['’]ll|i\s+will|i['’]m\s+going\s+to|we['’]ll|we\s+will|let['’]s|let\s+me|(?:we|i|you|they)\s+(?:still\s+)?(?:need|have)\s+to|needs?\s+(?:to\s+be|a|an)|still\s+(?:to\s+do|missing|needs?|left|open)|remaining|left\s+to\s+do|outstanding|please|can\s+you|could\s+you|would\s+you|plan\s*:|must\s+be|has\s+to\s+be|should\s+be|waiting\s+for|bitte|als\s+nächstes|nächste[rn]?\s+schritt\w*|ich\s+werde|wir\s+müssen|noch\s+zu|veuillez|merci\s+de|prochaine[s]?\s+étape[s]?|il\s+faut|nous\s+devons|por\s+favor|siguiente[s]?\s+paso[s]?|hay\s+que|tenemos\s+que|falta`,
);

/** A sentence that opens with a command. */
export const imperative =
  /^["'“(*_\s]*(?:(?:\[\s?\]|\(?\d{1,2}[.)]|\([a-z]\)|(?:next(?:\s+steps?)?|to\s?do|action(?:\s+items?)?|last\s+thing(?:\s+for\s+\w+)?|task)(?=:)|@[\w.-]{2,30}|(?:agent|assistant|bot)\s[-–](?=\s)|(?:when|once|after|as\s+soon\s+as)\s[^.;!?]{3,50}?(?:done|ready|finished|green|there|over|complete|merged|passed|,)|afterwards?|then|now|so|and|also|first|finally|next|ok|okay|please|just|go ahead and)[,:]?\s+){0,3}(?:add|fix|raise|lower|reduce|increase|respond|update|rewrite|write|decide|rerun|copy|save|store|export|import|load|record|note|log|upload|download|mark|inform|ping|link|swap|repair|retry|transfer|assign|attach|follow|organi[sz]e|plan|assess|evaluate|analy[sz]e|count|search|query|turn|stop|lock|unlock|grant|revoke|label|name|adjust|address|handle|resolve|complete|consult|contact|invite|arrange|reserve|cancel|renew|sign|file|ship|use|create|implement|remove|delete|check|verify|run|test|deploy|review|merge|rename|move|refactor|investigate|find|look|read|send|ask|call|schedule|prepare|draft|document|set|change|make|open|close|book|order|confirm|rotate|migrate|upgrade|pin|bump|roll|restart|re-?run|measure|compare|summari[sz]e|list|report|tell|notify|email|mail|publish|tag|release|clean|drop|backfill|monitor|watch|finish|complete|continue|start|begin|put|use|keep|build|install|configure|enable|disable|replace|split|convert|extract|validate|ensure|post|push|pull|rebase|revert|scale|switch|wait|re-?test|regenerate|treat|give|show|explain|propose|order|buy|pay|hand|take|bring|pick|apply|try|generate|collect|sort|submit|translate|redo|ship|launch|answer|reply|proofread|produce|collate|erstell\w*|schreib\w*|prüf\w*|schick\w*|send\w*|ajout\w*|corrig\w*|vérifi\w*|envoy\w*|rédig\w*|escrib\w*|revis\w*|añad\w*|envi\w*|prepar\w*)\b/iu;

/** How things stand. */
export const standing = any(
  String.raw`now|currently|current|as\s+of|is|are|was\s+(?:changed|raised|lowered|set)|runs?|running|stands?\s+at|status|state|done|finished|complete[d]?|deployed|merged|passed|passing|green|live|version|root\s+cause|confirmed|measured|found|turned\s+out|because|equals?|costs?|takes?|derzeit|aktuell|jetzt|actuellement|maintenant|actualmente|ahora`,
);

/** A request put to the reader. */
export const request = any(
  String.raw`please|pls|can\s+you|could\s+you|would\s+you|will\s+you|i\s+(?:want|need|would\s+like)(?:\s+you)?|i['’]d\s+like|your\s+(?:task|job|turn)|let['’]s|go\s+ahead|task\s*:|request\s*:|goal\s*:|now|bitte|können\s+sie|kannst\s+du|ich\s+(?:möchte|brauche)|s['’]il\s+(?:te|vous)\s+pla[iî]t|peux-tu|pouvez-vous|je\s+(?:veux|voudrais)|peux[-\s]tu|merci\s+de|veuillez|por\s+favor|puedes|podrías?|quiero|necesito|prep[aá]ra\w*|haz\w*|envía\w*`,
);

/** A request that is plainly put to somebody. */
export const addressed = any(
  String.raw`please|pls|(?:can|could|would|will)\s+you|i\s+(?:want|need)\s+you|your\s+(?:task|job)|bitte|können\s+sie|kannst\s+du|s['’]il\s+(?:te|vous)\s+pla[iî]t|peux-tu|pouvez-vous|merci\s+de|veuillez|por\s+favor|puedes|podrías?`,
);

/** The clause that says why. */
export const reason =
  /(?<![\p{L}\p{N}_])(?:because|since\s(?!\d|yesterday|then|mon|tue|wed|thu|fri|sat|sun|last|when|the\s+last|january|february|march|april|may|june|july|august|september|october|november|december)|so\s+that|due\s+to|given\s+that|in\s+order\s+to|as\s+(?:otherwise|it|they|we)\s|otherwise|reason(?:\s+is)?\s*:|rationale\s*:|why\s*:|owing\s+to|thanks\s+to|weil|da\s(?:wir|sie|es|der|die|das)\s|damit|sonst|denn\s|parce\s+qu[e'’]|puisqu[e'’]|afin\s+(?:de|qu)|car\s|sinon|porque|ya\s+que|para\s+que|debido\s+a|dado\s+que)/iu;

/** A decision that cannot be taken back. */
export const irreversible = any(
  String.raw`irreversibl[ey]|cannot\s+be\s+(?:undone|reverted|rolled\s+back|reversed)|can['’]?t\s+be\s+(?:undone|reverted|reversed)|no\s+way\s+back|one[-\s]way|permanent(?:ly)?|for\s+good|final|delete[sd]?|deletion|purged?|destroy(?:ed)?|wiped?|published|sent\s+to|signed|paid|purchased|bought|announced|drop(?:ped)?\s+(?:the\s+)?(?:table|column|database)|unwiderruflich|endgültig|irréversible|définiti\w+|irreversible|definitiv\w+`,
);

/** Words that carry a negation: what a ban must not lose. */
export const negation = any(
  String.raw`not|never|no|none|nobody|nothing|neither|nor|without|cannot|\p{L}+n['’]t|dont|cant|mustnt|shouldnt|wont|forbid\w*|prohibit\w*|disallow\w*|banned|avoid|refrain|stop|stay\s+(?:out|away|off)|out\s+of|off|out|untouched|alone|unchanged|hands\s+off|nicht|kein\w*|nie|niemals|keinesfalls|ohne|verboten|untersagt|unzulässig|ne|n['’]\p{L}+|pas|jamais|aucune?|sans|interdite?s?|nunca|jamás|sin|prohibid\w+|ning[uú]n\w*|rien|personne|nadie|nada|não|proibid\w+|nenhum\w*|ninguém|non|vietat\w+|nessun\w*|senza|nigdy|zabron\w+|bez|niet|geen|nooit|verboden|zonder`,
);

/** Whether a sentence holds a negation. */
export function isNegated(sentence: string): boolean {
  return negation.test(sentence) || unspacedBan.test(sentence) || /ない|ません|不|无|没|안|없/.test(sentence);
}

/** An earlier statement is taken back. */
export const correction = any(
  String.raw`forget\s+(?:that|it|what)|scratch\s+that|never\s+mind|correction|change\s+of\s+plan|changed\s+(?:her|his|my|our|their)\s+mind|instead|no\s+longer|not\s+any\s?more|i\s+first\s+said|earlier\s+(?:i|we)\s+said|(?:first|original|initial|old)\s+plan|turned\s+out|was\s+wrong|is\s+wrong|superseded?s?|replaces?|moved?s?\s+(?:to|from|it|this|that)|cut\s+to|raised\s+to|lowered\s+to|changed?\s+(?:to|from)|actually|new\s*:|on\s+second\s+thought|moment|rather|update[sd]?|revised?|new\s+(?:date|deadline|limit|plan|budget)|is\s+now|now\s+(?:at|is|are)|postponed|doch\s+(?:nicht|lieber)|statt(?:dessen)?|korrektur|geändert|nicht\s+mehr|finalement|plutôt|au\s+lieu|en\s+fait|mejor|en\s+vez|en\s+lugar|ya\s+no|cambio\s+de`,
);

/** Whether a sentence sets a date or time to meet. */
export function setsDeadline(sentence: string): boolean {
  return (deadline.test(sentence) && bindingTime.test(sentence)) || /期限|締切|截止|までに|마감/.test(sentence);
}

const BANS = [prohibition, idiomaticBan, shunned, banInside, unspacedBan, banOpening, foreignBan];
const NEVER_THINK = /\bdo(?:n['’]?t|\s+not)\s+even\s+think\b/i;

/** Whether `sentence` bans something, idle turns of phrase set aside. */
export function isProhibition(sentence: string): boolean {
  const said = sentence.replace(idle, ' ').replace(idleOpening, ' ');
  return BANS.some((form) => form.test(said)) || NEVER_THINK.test(sentence);
}

const ruleOpening =
  /^["'“(*_\s]*(?:keep(?!\s+(?:going|on|up|at|me|posted)\b)|respect|restrict|limit|stick\s+to|stay\s+(?:under|below|within|on)|always|ensure)\s+\p{L}/iu;
const onlyAtEdge = /^["'“(*_\s]*only\b|\bonly["')*_]*[.!]?$/i;

/** Whether a sentence asks for something by a date. */
function dueDelivery(sentence: string): boolean {
  return setsDeadline(sentence) && (imperative.test(sentence) || ASKED.test(sentence));
}
const ASKED =
  /\b(?:need|want|expects?|expires?|valid|please|deliver\w*|report|complete|finish\w*|submit\w*|ready|hand|return\w*|send|closes|ends|ship|due)\b/i;

/** A ban said to somebody: it opens the sentence or a clause. */
const commandedBan =
  /(?:^|[.!?:;,–—(]|\b(?:please|pls|and|but|so|then|also|that|bitte|por\s+favor))["'“(*_\s]*(?:please\s+|pls\s+)?(?:never|do\s+not|don['’]?t|nobody|no[-\s]one|nothing|none\s+of|leave|avoid|refrain|steer\s+clear|hold\s+off|hands\s+off|keep|stop|(?:under|on)\s+(?:\w+\s+)?no|at\s+no|in\s+no\s+(?:case|event)|nie(?:mals)?|jamais|ne\s|n['’]|nunca)|^["'“(*_\s\p{So}]*no\s+\p{L}/iu;
const modalBan =
  /\b(?:must|may|shall)\s*[*_]{0,2}\s+(?:\w+\s+)?[*_]{0,2}(?:not|never)\b|\bmustn['’]?t\b|\b(?:under|in)\s+no\s+(?:case|event|circumstances?)\b|\b(?:nobody|no[-\s]one)\b|\b(?:neither|no)\s+(?:\S+\s+){1,3}(?:may|shall|must)\b|\bforbidden\b|\bprohibited\b|\bnot\s+(?:be\s+)?(?:allowed|permitted|admissible)\b|\bonly\s+(?:be\s+)?(?:allowed|permitted)\b|\b(?:off[-\s]limits|no-go|out\s+of\s+the\s+question|unacceptable|not\s+to\s+be)\b|\b(?:darf|dürfen)\b|\bverboten\b|\binterdit|\bprohibid|\bdoi(?:t|vent)\b|\bdeben?\b/iu;
/** A duty that binds whatever else is said. */
const modalDuty =
  /\b(?:must|shall|required|requires?|mandatory|ha(?:s|ve)\s+to|needs?\s+to\s+(?:be|stay|remain)|is\s+to\s+be|are\s+to\s+be|always|at\s+(?:most|least|the\s+latest)|no\s+(?:more|less|later|earlier|longer)\s+than|hard\s+(?:deadline|limit|requirement)|max\.?\s+\d|deadline|strictly|needs?\s+(?:[\p{L}'’]+\s+){0,3}(?:approvals?|sign-?offs?|permission|consent|reviews?)|muss|müssen|doit|doivent|debe[ns]?)\b|\bonly\b(?!\s+(?:then|because|a\s+few|one\s+of))/iu;
/** A report of what happened, which rules nothing. */
const reported =
  /\b(?:was|were|had|came|got|gave|found|turned|took|tested|measured|checked|moved|deleted|confirmed|reported|happened|failed|passed|noticed|showed|said|tried|asked|asks|wonders?|whether|suspicion|hangs?|crashe[sd])\b/iu;

/** How firmly a sentence states a rule, from 0 (not at all) to 5 (a plain ban). */
export function ruleStrength(sentence: string): number {
  if (isProhibition(sentence)) {
    if (commandedBan.test(sentence)) return 5;
    if (modalBan.test(sentence) || unspacedBan.test(sentence)) return 4.5;
    if (CLAUSE_BAN.test(sentence) && !reported.test(sentence)) return 4.5;
    return reported.test(sentence) || !isProhibition(sentence.replace(INABILITY, ' ')) ? 3 : 4;
  }
  const said = sentence.replace(idleDuty, ' ').replace(EVEN_IF, ' ');
  if (!DUTIES.some((form) => form.test(said)) && !dueDelivery(said)) return obligation.test(said) || weakDuty.test(said) ? 1.5 : 0;
  if (reported.test(said)) return modalDuty.test(said) ? 3 : 2.5;
  return modalDuty.test(said) ? 4 : 3;
}

/** A clause that is a ban: ", no deploys", ", not longer". */
const CLAUSE_BAN =
  /[:;,–—(]\s*(?:(?:from|between)\s+[^,;:.]{2,30}?\s(?:to|until|till|and)\s+[^,;:.]{1,24}?\s)?(?:no\s+\p{L}|not\s+(?:longer|later|earlier|more|before|after)\b)/iu;

/** What cannot be is seldom a rule, but may be one. */
const INABILITY = /\bcan(?:not|['’]?t|\s+not)\b/giu;

/** Duties of notes: a cap, a place to stay in, a thing to do before another. */
const BY_HAND =
  /^["'“(*_\s\p{So}]*(?:max|min|only|write|ask|check|get|wait)\b.{1,90}\b(?:before|first|until|per|only|\d)|[\p{L}\p{N}]+\s+(?:at\s+night\s+)?only\s*[,;]|\bonly\s+(?:on|after|at|in|from|between|with|via|during|weekdays)\b|\b(?:stays?|remains?|keeps?)\s+(?:\p{L}+\s+){0,2}(?:v?\d[\w.]*|frozen|off|on|untouched|closed|locked|secret|private|unchanged|disabled|enabled|as)\b|\b(?:is|are)\s+(?:limited|restricted|capped)\s+to\b/iu;

/** A clause that says in spite of what a duty holds. */
const EVEN_IF = /,?\s*\beven\s+(?:if|when|though)\s[^.;,]+/giu;

const DUTIES = [firm, setDuty, sweeping, foreignDuty, unspacedDuty, onlyAtEdge, ruleOpening, BY_HAND];
/** Turns of phrase with a duty's words that oblige nobody: "only two of five", "it always failed". */
const idleDuty =
  /\bonly\s+(?:a|an|one|two|three|four|five|six|some|half|about|\d[\d.,]*\s?%?)\s+(?:\S+\s+){0,3}?(?:of|was|were|has|had|have|\p{L}+ed)\b|\balways\s+(?:\p{L}+ed|was|were|had|came|went)\b|\bthe\s+only\s+(?:difference|problem|reason|change|thing|hit|match|one\s+that)\b|\bonly\s+(?:happens?|happened|occurs?|fails?|failed|appears?|shows?|seen|affects?)\b/giu;
