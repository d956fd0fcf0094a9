import { fileURLToPath } from 'node:url';

/** A request for a handoff of a morning's transcript. */
export const example = fileURLToPath(new URL('../../docs/examples/context.json', import.meta.url));

export type Modes = Record<'database' | 'visit log' | 'bus' | 'AI engine', string>;

/** What is printed once the service answers: its URL, what it uses as database, bus and engine, and three calls to paste. */
export function banner(baseUrl: string, modes: Modes): string {
  return [
    '',
    `The rest stop is open at ${baseUrl}`,
    '',
    ...Object.entries(modes).map(([name, mode]) => `  ${name.padEnd(10)} ${mode}`),
    '',
    'Paste these one after another:',
    '',
    `  KEY=$(curl -s -X POST ${baseUrl}/quickjoin | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${baseUrl}/defrag -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' --data-binary "@${example}"`,
    `  curl -s ${baseUrl}/stay -H "Authorization: Bearer $KEY"`,
    '',
    `Everything else: curl -s ${baseUrl}/llms.txt        Stop with Ctrl-C.`,
    '',
  ].join('\n');
}
