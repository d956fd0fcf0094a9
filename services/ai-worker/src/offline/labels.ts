/** What a label at the head of a sentence says that it is. */
export type Label = 'action' | 'question' | 'decision' | 'pending';

const FORMS: Record<Label, RegExp> = {
  action:
    /^\W*(?:next(?:\s+steps?)?|to-?\s?do|action(?:\s+items?)?|follow-?ups?|nächste\s+schritte|prochaine\s+étape|siguiente\s+paso)\s*:/iu,
  question: /^\W*(?:open\s+)?(?:questions?|frage|pregunta)\s*:/iu,
  decision: /^\W*(?:decided|decisions?|agreed|resolved|rejected|entschieden|décidé|decidido)\s*:/iu,
  pending: /^\W*(?:still\s+open|open|pending(?:\s+decisions?)?|undecided|to\s+be\s+decided|tbd|offen|à\s+décider|pendiente)\s*:/iu,
};

/** The label a sentence opens with: "Next step: …", "Open question: …", "Decided: …". */
export function labelOf(text: string): Label | undefined {
  const head = text.slice(0, 40);
  return (Object.keys(FORMS) as Label[]).find((label) => FORMS[label].test(head));
}
