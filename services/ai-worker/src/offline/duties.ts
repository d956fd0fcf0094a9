import { any } from './pattern.ts';

const LANGUAGE = String.raw`(?:english|german|french|spanish|italian|portuguese|polish|dutch|japanese|chinese|korean|russian|arabic|swedish|danish|norwegian|turkish|deutsch|englisch|français|español|utc|metric|iso)`;

/** Duties in set phrases that seldom mean anything else. */
export const setDuty = any(
  String.raw`(?:is|are)\s+(?:always\s+)?to\s+be\s+(?!(?:seen|expected|found|decided|confirmed|clarified|discussed|honest)(?![\p{L}]))\p{L}+|(?:is|are)\s+(?:expected|supposed|obliged|asked|instructed)\s+to|have\s+got\s+to|['’]ve\s+got\s+to|(?:important|crucial|essential|vital|critical|imperative|necessary)\s+(?:that|to|for)`,
  String.raw`(?:every|each|any|all)\s+(?:\S+\s+){1,7}?(?:needs?|requires?|must|has\s+to|have\s+to|goes\s+through|go\s+through|gets?)\s+(?:a|an|to|two|by|\p{L}+['’]s|the|its|their|my|your|our|through|\d+|\p{Lu})`,
  String.raw`(?:is|are|be|gets?)\s+only\s+(?:ever\s+)?\p{L}+(?:ed|en|wn|lt|ne|ade)|only\s+(?:permitted|possible|with|via|through|between|during|\p{L}+\s+(?:may|can|must|should|is\s+allowed|are\s+allowed|gets?\s+to|decides|approves|signs))|the\s+only\s+(?:\p{L}+\s+)?(?:one\s+)?(?:allowed|permitted|approved|supported|valid)|exclusively|through\s+\p{L}+\s+only|reserved\s+(?:to|for)|(?:everything|anything|everyone|everybody|all)\s+(?:\S+\s+){0,4}?needs?\s+to|keep\s+(?:\S+\s+){1,4}?\p{L}+ed|is\s+the\s+(?:limit|maximum|ceiling|rule|deadline|cap)|insists?\s+(?:on|that)`,
  String.raw`(?:unless|until|till)\s+(?:i|we|you|she|he|they|\p{Lu}\p{L}+|the\s+\p{L}+)\s+(?:\S+\s+)?(?:sa(?:y|id|ys)|confirm\w*|approv\w*|agree[sd]?|sign\w*|g[ia]ve[sn]?|ha(?:s|ve)|decides?|tells?|asks?|answers?|is\s+(?:back|done|over|through))`,
  String.raw`(?:budget|ceiling|cap|limit|quota|allowance|maximum|minimum|target|threshold|materiality|tolerance|deductible)(?:\s+\p{L}+){0,5}?\s*(?:is|are|of|at|for|stays|remains|=|:|stands\s+at)?\s*(?:~|about\s+|now\s+)?[€$£]?\d[\d.,]*\p{L}{0,3}|up\s+to\s+[€$£]?\d[\d.,]*\p{L}{0,3}|(?:cap|limit|restrict|keep|hold)\s+(?:\S+\s+){1,5}?(?:at|to|under|below|within)\s+[€$£]?\d[\d.,]*\p{L}{0,3}|one\s+(?:\S+\s+){1,3}?(?:at\s+a\s+time|per\s+\p{L}+)|\d\s+(?:per|a|each)\s+(?:run|day|hour|night|week|batch|request|user|pr|person|head)`,
  String.raw`(?:is|are)\s+(?:off|closed|shut|locked|silent)\s+(?:whenever|as\s+long\s+as|at\s+all\s+times|during|while)|every\s+(?:(?:\d+|half|other|two|three|five)\s+)?(?:an\s+)?(?:min(?:ute)?s?|hours?|h|days?|mornings?|evenings?|weeks?),?\s+please|(?:every|each)\s+\p{L}+\s+(?:carries|bears|cites)\s`,
  String.raw`(?:do(?:\s+not|n['’]?t)\s+forget|remember|be\s+sure|take\s+care|see\s+to\s+it|mind)\s+(?:to|that)|from\s+now\s+on|going\s+forward|as\s+a\s+rule|by\s+default|at\s+all\s+times|in\s+(?:all|every|any)\s+cases?|no\s+matter\s+(?:what|how|who)|under\s+all\s+circumstances|by\s+all\s+means|only\s+ever`,
  String.raw`(?:answer|reply|respond|write|report|speak|document\w*|comments?|messages?|dates?|times?|names?)s?\s+(?:\S+\s+){0,3}?in\s+${LANGUAGE}|use\s+(?:\p{L}+\s+)?${LANGUAGE}`,
  String.raw`only\s+(?:once|twice|\p{L}+day|(?:mon|tues?|wed|thurs?|fri|sat|sun))|once\s+only|please\s+[^.;?]{3,60}?\s(?:everything|everywhere|each|every|all)|(?:write|speak)\s+${LANGUAGE}|(?<=(?:^|[,;.:]|and|but|please|then)\s*)(?:exclude|omit)\s+(?:every\p{L}*|all|any\p{L}*|the|those|what|who)|skip\s+(?:the|all|any|those|every)\s+(?:\S+\s+){0,4}?(?:entirely|altogether|completely|always)`,
  String.raw`(?:read[-\s]only|append[-\s]only|write[-\s]protected|immutable|frozen|confidential|embargo(?:ed)?|classified|internal\s+only|under\s+nda|locked\s+down)|backwards?[-\s]compatib\w+|within\s+(?:the\s+)?(?:next\s+)?\d+\s*(?:min\w*|hours?|h|days?|weeks?|business|working)`,
  String.raw`(?:if|when|once|whenever|in\s+case|should)\s+[^.;]{3,140}?,\s+(?:then\s+)?(?:please\s+)?(?:immediately\s+)?(?:fail|switch|revert|cancel|notify|inform|contact|restore|throttle|drain|disable|turn|go|fall|shut|hand|raise|open|send|back|report|retry|skip|move|leave|pause|hold|kill|ping|give|try|take|use|keep|note|mark|log|stop|start|continue|drop|write|delete|put|set|run|check|add|make|let|wait|call|ask|tell|page|roll|do|mail|alert)(?![\p{L}])|otherwise\s+(?:stop|abort|page|call|ask|wake|roll|tell|escalate)|(?:blackout|freeze|embargo|maintenance\s+window|window|option|offer|quote|contract|certificate|licen[cs]e)\s+(?:\S+\s+){0,3}?(?:is|runs?|closes?|ends?|expires?|lasts?|starts?|begins?|opens?|until|till|from)\s`,
);

/** A command about all there is: "Cite every claim." */
export const sweeping =
  /^\W{0,3}(?:please\s+|always\s+)?(?!(?:this|that|these|those|not|for|with|after|before|from|in|on|at|we|they|almost|nearly)\s)\p{L}{3,12}\s+(?:every|each|all)\s+(?!of\b|the\s+same)\p{L}+(?:\s\S+){0,8}[.!]?$/iu;

/** What a speaker asks for by a thing to keep in place: weak alone, a rule in the mouth of whoever gives the orders. */
export const weakDuty = any(
  String.raw`stays?|remains\s+(?:on|in|at|with|within|under|below|the|as|a)|stay\s+out|should|(?:is|are)\s+(?:limited|restricted|reserved|final|mandatory|fixed|set|due)|insists?(?:\s+on)?|depends?\s+on|relies\s+on|go(?:es)?\s+(?:out|to|into|through)|(?:every|each)\s+\p{L}+|per\s+\p{L}+|default|skip|follow(?:s)?|conventions?|standard|house\s+rules?|we\s+(?:always|only|still)\s|unless|until|needs?\s+(?:a|an|two|three|\p{L}+['’]s)`,
);

/** Duties in languages beside those that `cues.ts` holds in full, and further forms of German, French and Spanish. */
export const foreignDuty = any(
  String.raw`nur\s+(?:\S+\s+){1,5}?(?:darf|dürfen|kann|können|soll|sollen)|(?:darf|dürfen)\s+nur|bis\s+(?:\S+\s+){1,4}?\d+|immer\s+(?:\S+\s+){1,4}?(?:fragen|prüfen|sichern|nutzen|verwenden)|(?:ist|sind)\s+(?:\S+\s+){0,6}?(?:einzuhalten|zu\s+\p{L}+en)|maximal\s+\d+|braucht\s+(?:\S+\s+){0,3}?(?:freigabe|zustimmung|genehmigung|unterschrift)`,
  String.raw`toujours\s+\p{L}+|limitée?s?\s+à|au\s+(?:plus|moins)\s+\d+|avant\s+(?:le|la|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|seule?s?\s+\p{Lu}\p{L}+|(?:est|sont)\s+à\s+\p{L}+(?:er|ir|re)|il\s+est\s+(?:essentiel|impératif|indispensable)|veillez\s+à`,
  String.raw`s[oó]lo\s+(?:\S+\s+){1,3}?(?:puede|pueden|debe|con|en|se)|siempre\s+(?:hay|se|que|\p{L}+ar)|limitad[oa]s?\s+a|antes\s+del?\s+(?:\d+|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|tendr[áe]\w*\s+que|es\s+(?:imprescindible|obligatorio|necesario|fundamental)|asegúr\w+`,
  String.raw`(?:tem|têm|temos)\s+(?:de|que)|deve[mr]?(?:os)?|é\s+(?:obrigatóri[oa]|preciso|necessário|essencial)|somente|apenas|sempre|no\s+máximo|pelo\s+menos|até\s+(?:\S+\s+){0,2}?(?:\d+|segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã)|prazo`,
  String.raw`deve|devono|dev['’]essere|bisogna|occorre|è\s+(?:obbligatori[oa]|necessari[oa]|essenziale)|solo\s+\p{Lu}\p{L}+|soltanto|esclusivamente|sempre|al\s+massimo|almeno|entro\s+\p{L}+|entro\s+\d+|scadenza`,
  String.raw`musi|muszą|musimy|trzeba|należy|powinn\w+|wymagan[eya]|obowiązkow\w+|tylko|wyłącznie|zawsze|najpóźniej|co\s+najwyżej|co\s+najmniej|najwyżej\s+(?:\d+|jed\p{L}+|dw\p{L}+|trz\p{L}+|czter\p{L}+|pię\p{L}+)|nie\s+(?:więcej|mniej|dłużej|później)\s+niż|maksymalnie|termin|do\s+(?:poniedziałku|wtorku|środy|czwartku|piątku|soboty|niedzieli|końca)`,
  String.raw`moet(?:en)?|verplicht|alleen\s+\p{L}+|uitsluitend|altijd|uiterlijk|hooguit|minstens|ten\s+hoogste|voor\s+(?:maandag|dinsdag|woensdag|donderdag|vrijdag)`,
);
