import { addressed, imperative, isProhibition, request } from './cues.ts';
import { any } from './pattern.ts';
import type { Unit } from './unit.ts';

/** How a request is put, in the languages that are written about most; English, and much of German, French and Spanish, is in `cues.ts`. */

const polite = any(
  String.raw`(?:i|we)(?:\s+would|['’]d)?\s+(?:also\s+|still\s+|just\s+|now\s+)?(?:need|want|like)(?::|\s+(?!to(?![\p{L}])|it(?![\p{L}])|that\s+too)\p{L})\p{L}*|what\s+i\s+(?:need|want)\s+(?:is|now)|go\s+ahead|kindly(?=\s+\p{Ll})`,
  String.raw`per\s+(?:favore|piacere|cortesia)|puoi|potresti|può|potrebbe|potete|vorrei|ti\s+chiedo|ho\s+bisogno|mi\s+serve`,
  String.raw`pode[sm]?\s+(?:\p{L}+(?:ar|er|ir)|me)|poderias?|preciso|gostaria|queria|quero|se\s+faz\s+favor`,
  String.raw`prosz[ęe]|poprosz[ęe]|prosimy|czy\s+(?:może\p{L}*|mógł\p{L}*)|potrzebuj[ęe]|chc[ęe]|chciał\p{L}*`,
  String.raw`graag|alsjeblieft|alstublieft|kun\s+je|kunt\s+u|wil\s+je|wilt\s+u|ik\s+wil`,
  String.raw`necesito|quisiera|te\s+pido|je\s+(?:veux|voudrais|te\s+demande|vous\s+demande)|j['’]aimerais|il\s+(?:me|nous)\s+faut|ich\s+(?:brauche|hätte\s+gern\w*|möchte|bitte)|wir\s+brauchen`,
);
const unspaced = /ください|お願いします|お願いいたします|してほしい|して欲しい|请|請|麻烦|주세요|해\s?줘|부탁/;

const COMMAND = [
  'schick|schicke|erstell|erstelle|schreib|schreibe|prüf|prüfe|mach|mache|gib|nimm|stell|stelle|fass|fasse|leg|lege|trag|trage|lies|ruf|rufe|bereite|vergleich|vergleiche|übersetze|korrigiere|ergänze|such|suche|bau|baue|ändere|lösch|lösche|sende|zeig|zeige|sag|frag|frage|bestell|bestelle|buch|buche|rechne|behebe|teste|öffne',
  'haz|prepara|escribe|envía|manda|dime|revisa|pon|crea|corrige|comprueba|busca|calcula|añade|actualiza|compara|redacta|traduce|resume|arregla|cambia|reserva|mira|deja|quita|usa',
  'faz|faça|prepare|escreve|escreva|envia|envie|mande|corrija|verifica|verifique|cria|crie|adiciona|adicione|atualiza|compara|traduz|resuma|calcule|procure',
  'preparate|scrivi|scriva|mandami|invia|invii|controlla|controlli|verifichi|correggi|aggiungi|fammi|fai|calcola|confronta|aggiorna|traduci|riassumi|cerca|metti|togli|prenota|chiedi|dammi|dimmi',
  'napisz|wyślij|przygotuj|sprawdź|zrób|popraw|dodaj|usuń|zadzwoń|umów|zarezerwuj|policz|porównaj|przetłumacz|podaj|daj|zapisz|znajdź|przenieś|uzupełnij|potwierdź|zaktualizuj|ustaw|przekaż|zapytaj|poinformuj',
  'maak|schrijf|stuur|controleer|zoek|zet|geef|bereid|vergelijk|vertaal',
  String.raw`fais|mets|prépare|écris|envoie|vérifie|corrige|ajoute|crée|cherche|calcule|compare|traduis|résume|donne|dis|garde|laisse|\p{L}{3,12}ez(?=\s(?:le|la|les|l['’]\p{L}+|un|une|des|de|du|d['’]\p{L}+|moi|nous|à|aux?|ce|cette|ces|tout|mon|ma|mes|votre|vos)(?![\p{L}]))`,
  String.raw`leave|split|treat|make|fold|redo|rebalance|bundle|get|let(?!\s+me(?![\p{L}]))|do(?!\s+(?:we|you|i|they|not)(?![\p{L}]))|try|stick|freeze|put|drop|raise|include|reformat|rewrite|reword|shorten|expand|escalate|gather|double-check|calculate|compute|reconcile|reclass|reproduce|bisect|unpin|unblock|decommission|restore|back\s+up|set\s+up|figure\s+out|work\s+out|look\s+up|sum\s+up|tidy|polish|finali[sz]e`,
  String.raw`(?:note|cut|hold|hand|format|group|rank|sketch|outline|simulate|plot|print|flag|collect|estimate|draw|design|map|trace|debug|profile|benchmark|archive|walk|point|limit|state|quote|cite|cover|give|mask|round)(?=\s+(?:the|a|an|all|both|every|each|this|that|these|those|it|them|me|us|our|my|your|his|her|their|only|up|down|out|in|to|\d)(?![\p{L}]))`,
].join('|');
const LEAD = String.raw`["'“„«(*_\s]*(?:(?:ok(?:ay)?|so|now|then|and|also|next|first|finally|meanwhile|afterwards|after\s+that|please|pls|just|bitte|dann|und|jetzt|puis|ensuite|et|y|luego|e|poi|poi|i|potem|en|dan|(?:until|till|by|before|after|at)\s+(?:\d{1,2}(?:[:.]\d\d)?|noon|midnight|tonight|tomorrow|\p{L}{3,6}day)(?:\s(?:morning|afternoon|evening|night|noon|[ap]m))?|\p{L}[\p{L}\p{N} _-]{0,24}(?=[,:]))[,:]?\s+){0,3}`;
const lead = new RegExp(`^${LEAD}`, 'iu');
const command = new RegExp(String.raw`^${LEAD}(?:${COMMAND})(?:\s+sie)?(?![\p{L}\p{N}_])(?!\s*[:=])`, 'iu');

/** "… and then show me a table": a command that is not the first thing said. */
const further =
  /(?<=[,;.:–—]\s+(?:and\s+|then\s+|and\s+then\s+|please\s+)?|\b(?:through|done|ready|finished|over|complete|and|then|please)\s+)(?:show|send|give|write|tell|draft|make|mail|bring|hand)\s+(?:me|us)\s+(?:the|a|an|all|your|what|how|which|when|one|two|three|every|each|\d)(?![\p{L}])/iu;

/** "next: the warning for six feeders", "Ana: For today: the list", "Your next steps: …": a task under its label. */
const announced =
  /^\W*(?:\p{L}[\p{L} .'-]{0,24}:[*_]{0,2}\s+)?(?:[^.:]{0,40}[,;]\s+)?(?:(?:your\s+|the\s+)?next(?:\s+(?:steps?|for\s+you|up|tasks?))?|to\s?do|your\s+(?:list|tasks?|job|turn|orders?)|for\s+(?:today|tonight|tomorrow|now|this\s+(?:morning|afternoon|evening))|alright|do\s+please|nächstes|ensuite)\s*:\s+\S+\s\S/iu;

/** Whether `text` plainly puts a request: a courtesy form, a command or a task under its label. */
export function isRequest(text: string): boolean {
  const said = text.replace(lead, '');
  return (
    addressed.test(text) ||
    imperative.test(text) ||
    imperative.test(said) ||
    polite.test(text) ||
    command.test(text) ||
    unspaced.test(text) ||
    further.test(text) ||
    announced.test(text)
  );
}

const QUESTION = /[?？]["'”)]*\s*$/;

/** Whether a unit asks for something: a request, a command or a question. */
export function asks({ text }: Unit): boolean {
  return request.test(text) || isRequest(text) || QUESTION.test(text);
}

/** How plainly a unit asks, from 3 (a command) to 0 (not at all); bans say how and not what. */
export function askingStrength(unit: Unit): number {
  if (!asks(unit)) return 0;
  if (isRequest(unit.text)) return isProhibition(unit.text) ? 2 : 3;
  return QUESTION.test(unit.text) ? 2 : 1;
}

/** "Nothing goes out, ok?", "Off on the 6th: where to?": said, and asked only whether it is understood, or what else. */
const TAGGED =
  /,\s*(?:ok(?:ay)?|right|yes|please|agreed|deal|understood|clear|alright|oui|ja|gell|oder)\s?[?？]["'”)]*$|\S:\s+(?:where|when|how|who|which|what)(?:\s\p{L}+)?[?？]["'”)]*$/iu;

/** Whether a sentence asks, rather than says and asks for agreement. */
export function isOpenQuestion(text: string): boolean {
  return QUESTION.test(text) && !TAGGED.test(text);
}
