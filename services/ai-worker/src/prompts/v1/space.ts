/** Names the space that the caller has for the answer. `{max}` stands for its characters. */
export const space = `Length: the whole answer has at most {max} characters, with any keys, quotes and punctuation. This overrides every other length named above.
When room is short, keep the last request, the rules and the open points first.`;
