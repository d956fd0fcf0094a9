/** One pattern out of several alternatives, bounded as words at both ends unless an alternative says otherwise. */
export function any(...alternatives: string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${alternatives.join('|')})(?![\p{L}\p{N}_])`, 'iu');
}
