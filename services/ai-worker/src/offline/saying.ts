import type { Rule } from '../fidelity/constraints.ts';
import { isNegated } from './cues.ts';
import { isUnspaced } from './text.ts';

/**
 * A rule as it is said in a result, in its own words: with the sentence that it refers to, where it would not be understood alone, and without
 * what leads up to it.
 */
export function wordingOf({ subject, sentence, prohibition }: Rule): string {
  const text = subject ? `${subject} ${sentence}` : withoutLeadIn(sentence);
  return prohibition ? clearly(text) : text;
}

const TOUCH =
  /\b(?:leave|hands|fingers|off[-\s]limits|steer|stay|untouched|unchanged|alone|read-only|frozen|as\s+(?:it\s+)?is|out\s+of\s+bounds)\b/i;
const OUT = /\b(?:leave|keep|take)\b.{1,60}\bout\b/i;
/** Words of bans that carry no plain negation: a reader in haste, or one who counts, may take the sentence for its opposite. */
const IDIOMS = /\b(?:out\s+of|off|out|untouched|alone|unchanged|hands|stay|stop|refrain|banned|disallow\w*|undesired|unacceptable)\b/gi;

/** Says a ban as a plain one, where its own words are an idiom ("hands off", "steer clear of"). */
function clearly(text: string): string {
  if (isUnspaced(text) || /[.!?]\s/.test(text) || isNegated(text.replace(IDIOMS, ' '))) return text;
  const end = /[.!]+$/.exec(text)?.[0] ?? '';
  const plain = OUT.test(text) ? 'do not include' : TOUCH.test(text) ? 'do not touch' : 'do not';
  return `${text.slice(0, text.length - end.length)} (${plain})${end}`;
}

const INTERJECTION = String.raw`(?:ok(?:ay)?|(?:agreed|good|nice|great|perfect|fine|cool|alright|right|sure|well)(?=[,.:;!–—-])|thanks(?:\s+a\s+lot)?|thank\s+you|understood|noted|and|but|so|then|oh|yes|yep|yeah|hm+|ah|please|pls|also|plus|again|besides|additionally|in\s+addition|furthermore|moreover|lastly|finally|secondly|thirdly|by\s+the\s+way|btw|fyi|ps|p\.s\.|nb|n\.b\.|hi|hello|hey|important(?:ly)?|most\s+importantly|very\s+important|reminder|(?:just\s+)?a\s+(?:quick\s+|gentle\s+)?reminder|quick\s+reminder|to\s+be\s+(?:clear|safe|sure)|for\s+the\s+record|just\s+so\s+you\s+know|one\s+(?:more|last|other)\s+thing|another\s+thing|as\s+(?:i\s+)?(?:said|mentioned|discussed|agreed|always|usual)(?:\s+(?:before|earlier|yesterday))?|whatever\s+you\s+do|außerdem|und|bitte|aber|ach|noch\s+etwas|et|mais|aussi|en\s+plus|y|pero|además|ah)\b[,.:;!–—-]*`;
const FRAME = String.raw`(?:(?:please\s+|do\s+|just\s+|always\s+)?(?:remember|note|be\s+aware|bear\s+in\s+mind|keep\s+in\s+mind|don['’]?t\s+forget|do\s+not\s+forget)(?:,?\s+(?:please\s+)?that|:)|(?:i\s+(?:just\s+)?(?:want|wanted|need|have|would\s+like)\s+to|let\s+me)\s+(?:stress|point\s+out|remind\s+you|add|repeat|emphasi[sz]e|mention)(?:\s+again)?(?:\s+that|:)|i\s+(?:would|must|have\s+to)\s+ask\s+you\s+to(?!\s+not)|i['’]d\s+(?:also\s+)?ask\s+you\s+to(?!\s+not)|it\s+goes\s+without\s+saying\s+that|the\s+(?:thing|point)\s+is(?:\s+that|,))`;
const BOX = String.raw`\[[ xX]\]|\p{Extended_Pictographic}\uFE0F?`;
const LEAD_IN = new RegExp(String.raw`^(?:(?:${INTERJECTION}|${FRAME}|${BOX})\s+){1,5}(?=\S)`, 'iu');

/** A sentence without what it opens with in talk: "ok, and please remember that …", a box to tick, an emoji. */
export function withoutLeadIn(sentence: string): string {
  return sentence.replace(LEAD_IN, '').replace(/\*\*(?=\S)|(?<=\S)\*\*/g, '');
}
