/**
 * Characters that say something to a terminal, or to a model, which nobody sees. As the source of a regular expression with the flag `u`; what its
 * group `kept` matches is no such character.
 *
 * - control: C0, DEL and C1, without tab and line feed. A carriage return may stand before a line feed.
 * - direction: the marks, embeddings, overrides and isolates that turn the order of text around.
 * - tag: U+E0000 to U+E007F, in which any ASCII text can be hidden. Kept are the flags of England, Scotland and Wales, the only emoji made of them.
 * - invisible: everything else that is drawn as nothing (Default_Ignorable_Code_Point), line and paragraph separators, interlinear annotations.
 *   Kept are joiners (Persian, Indic scripts, emoji) and variation selectors, but no two in a row: bits can be hidden in such rows.
 */
export const hiddenSource = String.raw`(?<kept>\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|(?<control>(?!\r\n)[\0-\x08\v-\x1F\x7F-\x9F])|(?<direction>[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069])|(?<tag>[\u{E0000}-\u{E007F}])|(?<invisible>(?![\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]|(?<=^|[\u200C\u200D])[\u200C\u200D]|(?<=^|[\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F])[\u180B-\u180D\u180F\uFE00-\uFE0F]|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}])`;

const hidden = new RegExp(hiddenSource, 'gu');

const kinds = {
  control: 'a control character',
  direction: 'a character that changes the direction of text',
  tag: 'a tag character',
  invisible: 'an invisible character',
} as const;

/** The first hidden character: what it is, and how many code points stand before it. */
export type Hidden = { what: (typeof kinds)[keyof typeof kinds]; at: number };

/** The first hidden character of `text`. A text of one line may hold no tab, carriage return or line feed either. */
export function firstHidden(text: string, oneLine = false): Hidden | undefined {
  const found = Array.from(text.matchAll(hidden)).find(({ groups }) => groups?.['kept'] === undefined);
  const broken = oneLine ? text.search(/[\t\r\n]/) : -1;
  const foundAt = found?.index ?? Number.POSITIVE_INFINITY;
  if (broken >= 0 && broken < foundAt) return { what: kinds.control, at: pointsBefore(text, broken) };
  if (!found) return undefined;
  const [, what = kinds.invisible] = Object.entries(kinds).find(([kind]) => found.groups?.[kind] !== undefined) ?? [];
  return { what, at: pointsBefore(text, found.index) };
}

/** `text` without its hidden characters. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '$<kept>');
}

function pointsBefore(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length;
}
