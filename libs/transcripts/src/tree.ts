import { type Fields, isFields, type Json, objectsOf, parsed, Text } from './json.ts';

/** Whether `text`, or the end of a longer one, looks like JSON or JSON lines. */
export function looksLikeJson(text: string): boolean {
  if (/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:\{|\[|"|\]))/.test(text)) return true;
  const marks = text.slice(-2000).trimEnd();
  if (!/[\]}]$/.test(marks)) return false;
  const lines = text.slice(0, 8000).split('\n').slice(1, -1);
  if (lines.length > 4) return lines.filter((line) => /^\s*(?:"|[[\]{}])/.test(line)).length > 0.8 * lines.length;
  return /"(?:role|type|content|text)"\s*:/.test(text);
}

/** What a JSON text holds: one document, or objects line by line. */
export function treeOf(text: string): Json | undefined {
  const whole = parsed(text, 0, text.length, !/\}\s*\n\s*\{"/.test(text));
  if (whole !== undefined) return whole;
  const objects = objectsOf(text);
  return objects.length > 0 ? objects : undefined;
}

/** Visits all objects of a tree, in the order of the text, until `visit` takes one: what is in it is not visited. */
export function walk(tree: Json | undefined, visit: (fields: Fields) => boolean): void {
  if (Array.isArray(tree)) for (const one of tree) walk(one, visit);
  else if (isFields(tree) && !visit(tree)) for (const one of Object.values(tree)) if (!(one instanceof Text)) walk(one, visit);
}
