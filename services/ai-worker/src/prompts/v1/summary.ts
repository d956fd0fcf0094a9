export const summary = `Target: summary.
Dense prose, in paragraphs, without headings or lists. First the goal and where the work stands, then the facts and decisions it rests on,
then every rule that binds it, at the end the last request. Aim at a fifth of the text or less.`;
