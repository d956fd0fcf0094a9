/** The upstream's path for `template`, built from the decoded `params`, so that the client's spelling never reaches the upstream. */
export function upstreamPath(template: string, params: Record<string, string>): string {
  if (!template.includes(':')) return template;
  return template.replace(/:([a-z_]+)/g, (_, name: string) => encodeSegment(params[name] ?? ''));
}

/** One path segment. Dots alone are encoded, too: otherwise a parser of the path would take them for a dot segment and remove it. */
function encodeSegment(value: string): string {
  return value === '.' || value === '..' ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}
