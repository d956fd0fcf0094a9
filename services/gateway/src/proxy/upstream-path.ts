/** The upstream's path for `template`, built anew from the decoded `params`: nothing of the client's own spelling goes through. */
export function upstreamPath(template: string, params: Record<string, string>): string {
  if (!template.includes(':')) return template;
  return template.replace(/:([a-z_]+)/g, (_, name: string) => encodeSegment(params[name] ?? ''));
}

/** One path segment. A dot segment is written in a way that no reader of the path resolves away before it has been split. */
function encodeSegment(value: string): string {
  return value === '.' || value === '..' ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}
