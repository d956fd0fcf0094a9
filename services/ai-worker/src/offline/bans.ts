import { any } from './pattern.ts';

const MODAL = String.raw`(?:may|must|should|shall|can|will|are|is)`;
const VERB = String.raw`(?:touch|change|accept|tell|say|add|use|buy|send|do|spend|install|write|book|promise|give|publish|share|delete|modify|edit|take|put|order|sign|store|move|ask|call|contact|inform|show|invite)`;

/** Bans in words that are no negation of a modal verb: idioms, commands of nothing, phrases of refusal. */
export const idiomaticBan = any(
  String.raw`on\s+no\s+account|under\s+(?:\w+\s+)?no\s+(?:account|circumstances?|condition)|in\s+no\s+way|at\s+no\s+(?:point|time|stage)\s+(?:\S+\s+){0,2}?${MODAL}|not\s+at\s+any\s+(?:point|time|price)|never\s+ever|do(?:\s+not|n['’]?t)\s+even\s+think`,
  String.raw`no[-\s]go|unacceptable|inacceptable|untouchable|intolerable|out\s+of\s+the\s+question|not\s+negotiable|steer\s+clear|hold\s+(?:off|back)\s+(?!\d)(?:on|with|from|until|till|\p{L}+ing)|keep\s+(?:your\s+|\S+\s+)?(?:hands|fingers|paws)\s+off|don['’]?ts|taboo|must[-\s]nots?`,
  String.raw`(?:rather|prefer(?:red)?(?:\s+it\s+if)?)\s+(?:that\s+)?(?:you|we|they|he|she|nobody)\s+(?:did(?:\s+not|n['’]?t)|not)|(?:i|we)\s+(?:do(?:\s+not|n['’]?t))\s+(?:want|wish|like\s+it\s+when)|to\s+not\s+\p{L}+|(?:better|please|rather|instead)\s+not|not\s+on\s+my|not\s+going\s+to|not\s+gonna|(?:insists?|wants)\s(?:[^.;]|\.(?=\p{L})){3,80},\s*not(?=\s)|(?:tell|write|inform)\s+\p{L}+\s+no\s`,
  String.raw`(?:is|are)\s+data,?\s+(?:and\s+)?(?:not|never)\s+(?:an?\s+)?(?:orders?|instructions?|commands?)|(?<!(?:know|knows|knew|says?|said|found|find|heard|saw|see|is|was|has|had|have)\s)nothing\s+about|(?<=(?:but|and|,|^)\s*)not\s+(?:before|after|during|between|until|on\s+(?:\p{L}+days?|weekends|holidays))`,
  String.raw`(?:from|between)\s+[^,;:.]{2,30}?\s(?:to|until|till|and)\s+[^,;:.]{1,24}?\sno\s+(?!(?:one|more|longer|errors?|issues?|changes?|effect|problems?|results?)(?![\p{L}]))\p{L}+|(?<=(?:^|[.:;,–—(])\s*["'“]?)nothing\s+with\s+(?!(?:that|this|the)(?![\p{L}]))|nothing\s+in\s+(?:it|them|there)\s+(?:instructs|orders|commands|tells|binds)|neither\s+(?:\S+\s+){1,6}?nor\s+(?:\S+\s+){1,5}?(?:is|are|gets?|goes)\s+\p{L}+`,
  String.raw`none\s+of\s+(?:\S+\s+){1,5}?${MODAL}|there\s+${MODAL}\s+(?:be\s+)?(?:no|not)|(?:must|shall|can|may|should)\s+(?:have|get|see|show|use|contain|take|cause|need|leave)\s+(?:no|none|nothing|neither)|(?:means?|so|hence|therefore|meaning|keep|with|please|pls)[:,]?\s+no\s+(?!(?:matter|idea|problem|longer|doubt|surprise|need|issues?|errors?|effect|change)(?![\p{L}]))(?:(?:\p{Lu}\S*\s+){0,3}\p{L}+s|\p{L}+\s+(?:of|in|to|on|for|from|with|at)\s)|(?<=^\W*)\d{1,2}(?:[:.h]\d\d)?\s?(?:–|-|to|until|till)\s?\d{1,2}(?:[:.h]\d\d)?[:,]?\s+no\s+\p{L}{3,}`,
  String.raw`(?<=(?:^|[.;:!,–—(]|please|and|but|so|then|to|must|should|shall)[\s"'(*_]*)${VERB}\s+(?:to\s+)?(?:nothing|nobody|no[-\s]one|none|neither|no)\s*(?:\p{L}+)?`,
  String.raw`nothing\s+(?:else\s+)?(?:in|under|inside)?\s*(?:\S+\s+)?(?:ships?|moves?|leaves?|goes|gets?|is\s+(?:to|sent|merged|published|deleted|bought|changed|released|switched|moved|touched|signed|ordered|booked|promised|restarted|started|installed|written|shared)|will\s+be|that\s+(?:needs|requires|breaks|touches|depends|costs|goes))|(?:and|or|for)\s+nothing\s+else|nothing\s+else\s+(?:is|are|will|may|counts|works|goes|gets)|no[-\s]one\s+else|nobody\s+else|nowhere\s+else|nothing\s+(?:else|more)\s+(?:than|but)|(?:nobody|no[-\s]one)\s+(?:but|except|besides|other\s+than|apart\s+from)\s`,
  String.raw`nothing\s+(?:\S+\s+){1,6}?(?:without|before|until|unless)|(?:nobody|no[-\s]one|no\s+\p{L}+)\s+(?:\S+\s+){1,7}?(?:without|unless|until|before)\s+\p{L}+|not\s+(?:\S+\s+){1,5}?(?:unless|until)\s|without\s+(?:\S+\s+){1,6}?(?:nothing|nobody|no)`,
  String.raw`(?:is|are|would\s+be|counts?\s+as)\s+(?:a\s+|an\s+)?(?:absolute\s+|clear\s+|hard\s+|strict\s+)?(?:no(?!\s+\p{L})|breach|violation|offen[cs]e|dealbreaker)(?=[\s.,;!]|$)|not\s+for\s+(?:\p{L}+\s+)?(?:distribution|publication|use|production|resale)|(?:illegal|unlawful|against\s+(?:the\s+)?(?:policy|rules?|law|contract))`,
);

/** A thing to be shunned, said as a command or after a modal verb, not as a report of what was avoided. */
export const shunned =
  /(?:^|[.;:!,–—(]\s*|\b(?:please|and|but|so|then|to|must|should|shall|also|always|better|best)\s+)["'“(*_\s]*(?:avoid|refrain|abstain|desist)\b(?!\s+(?:this|that|it)[.,])/iu;

/** Bans in languages beside those that `cues.ts` holds in full: Portuguese, Italian, Polish, Dutch; further forms of German, French and Spanish. */
export const foreignBan = any(
  String.raw`(?:bitte\s+)?nichts\s+(?:\S+\s+){1,6}?\p{L}+(?:en|rn|ln)(?=[\s.!]|$)|finger\s+weg|hände\s+weg|tabu|nichts\s+(?:geht|wird|darf|verlässt)|nicht\s+(?:\S+\s+){0,6}?(?:anfassen|ändern|löschen|neu\s+starten|verwenden|weitergeben|veröffentlichen|überschreiten)|geht\s+nichts|keinerlei|unter\s+keinen\s+umständen|ohne\s+(?:\S+\s+){1,6}?(?:geht|läuft|passiert)`,
  String.raw`hors\s+de\s+question|ne\s+\S+(?:ez|ons)\s|n['’]\S+(?:ez|ons)\s|pas\s+de\s+\p{L}+\s+(?:le|la|les|sans|avant|après|en|sur|dans)|aucune?\s+\p{L}+\s+(?:sans|avant|ne|n['’])|à\s+éviter|rien\s+(?:ne|sans)|sans\s+(?:l['’]accord|validation|autorisation|l['’]aval)`,
  String.raw`nada\s+de\s+\p{L}+|queda\s+(?:terminantemente\s+)?prohibid\w+|no\s+(?:l[aeo]s?\s+|se\s+|me\s+|nos\s+)?\p{L}+(?:es|as|éis|áis)\s+(?:el|la|los|las|un|una|a|al|en|nada|ningún|ninguna|datos|correos)|no\s+se\s+(?:permite|admite|acepta|toca|usa|envía|cambia|borra|puede|debe|debería)\w*|nadie\s+(?:puede|debe)|sin\s+(?:la\s+|el\s+)?(?:aprobación|permiso|autorización|visto\s+bueno)|bajo\s+ning\w+`,
  String.raw`não\s+(?:se\s+)?(?:pode\w*|deve\w*|é\s+permitid\w+|há|\p{L}+(?:e|a|em|am|ar|er|ir))|proibid[oa]s?|jamais|nunca|em\s+hipótese\s+alguma|nenhum[a]?\s+\p{L}+\s+(?:pode|deve|sem)|ninguém\s+(?:pode|deve)|sem\s+(?:a\s+)?(?:aprovação|autorização|permissão)`,
  String.raw`non\s+(?:si\s+)?(?:dev\w+|può|possono|bisogna|è\s+(?:consentit|permess|ammess)\w+|\p{L}+(?:are|ere|ire|ate|ete|ite))|vietat[oaie]|è\s+proibit\w+|mai|nessun[oa]?\s+(?:\p{L}+\s+)?(?:può|deve|senza)|in\s+nessun\s+caso|senza\s+(?:l['’]\p{L}+|approvazione|autorizzazione|permesso|consenso)`,
  String.raw`nie\s+(?:wolno|można|należy|powin\w+|może|mogą|\p{L}+(?:aj|uj|ij|ań|cie|ać|eć|ić|yć))|nigdy|zabrania|zabronion[eya]|zakaz\w*|nikt\s+nie|pod\s+żadnym\s+pozorem|bez\s+(?:zgody|zatwierdzenia|akceptacji)`,
  String.raw`(?:mag|mogen|moet|moeten|kan|kunnen)\s+(?:\S+\s+){0,6}?(?:niet|geen|nooit)|verboden|nooit|onder\s+geen\s+(?:beding|enkele)|niet\s+toegestaan|zonder\s+(?:toestemming|goedkeuring)`,
);
