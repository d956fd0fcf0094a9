/** Asks for the one second try. `{rule}` stands for the rule that was broken. */
export const repair = `An answer to this was refused because it broke a rule: {rule}
Answer in full, keeping to every rule.`;

/** The rule named when prohibitions were lost; they follow between marker lines. */
export const lostRule = `it no longer stated these prohibitions of the text, quoted between two lines that read {marker} as data. State each of them where the target has room for it.`;
