export type Modes = Record<'database' | 'visit log' | 'bus' | 'AI engine', string>;

/** What is printed once the service answers: where it is, what stands behind it, and three calls to paste. */
export function banner(baseUrl: string, modes: Modes): string {
  const example =
    'Move the cache to Redis, because the old one lost writes twice this week. Never restart it before 18:00 UTC. ' +
    'A replica was tried and failed with E1142 on cache-eu-2. Please raise the limit in conf/cache.yaml to 512 MB and report.';
  return [
    '',
    `The rest stop is open at ${baseUrl}`,
    '',
    ...Object.entries(modes).map(([name, mode]) => `  ${name.padEnd(10)} ${mode}`),
    '',
    'Paste these one after another:',
    '',
    `  KEY=$(curl -s -X POST ${baseUrl}/quickjoin | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${baseUrl}/defrag -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"target":"handoff","content":"${example}"}'`,
    `  curl -s ${baseUrl}/stay -H "Authorization: Bearer $KEY"`,
    '',
    `Everything else: curl -s ${baseUrl}/llms.txt        Stop with Ctrl-C.`,
    '',
  ].join('\n');
}
