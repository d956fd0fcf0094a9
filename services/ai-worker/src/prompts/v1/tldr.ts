export const tldr = `Target: tldr.
One paragraph of at most 60 words; count them. Say the goal, where the work stands, the prohibitions that matter most, and the last request.
When room is short, drop facts before you drop a prohibition.`;
