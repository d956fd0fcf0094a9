export const bullets = `Target: bullets.
A flat list: each line begins with "- " and holds one fact, rule, decision or open point. No headings, no nested lists, no blank lines.
Rules come first, the last request comes last. Aim at a fifth of the text or less.`;
