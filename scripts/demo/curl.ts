import { spawn } from 'node:child_process';

export type CurlRequest = { method: string; url: string; key?: string | undefined; body?: unknown };
export type CurlAnswer = { status: number; body: string };

const maxSeconds = 90;

/** The one thing the demo cannot do without. */
export class NoCurl extends Error {
  override readonly name = 'NoCurl';
  override readonly message = 'curl is not installed: the demo uses nothing else';
}

/** Sends the request by the real curl. @throws NoCurl, or an Error with curl's own words when there was no HTTP answer. */
export async function curl({ method, url, key, body }: CurlRequest): Promise<CurlAnswer> {
  const args = ['-sS', '--max-time', String(maxSeconds), '-w', '\n%{http_code}', '-X', method, url];
  if (key) args.push('-H', `Authorization: Bearer ${key}`);
  if (body !== undefined) args.push('-H', 'Content-Type: application/json', '--data-binary', '@-');
  const { code, stdout, stderr } = await run('curl', args, body === undefined ? '' : JSON.stringify(body));
  if (code !== 0) throw new Error(stderr.trim() || `curl ended with ${code}`);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

/** The request as somebody would type it: the key masked, `body` replaced by `shown` where it is too long to read. */
export function commandLine({ method, url, key, body }: CurlRequest, shown: unknown = body): string {
  return [
    'curl -s',
    method === 'GET' || body !== undefined ? '' : ` -X ${method}`,
    ` '${url}'`,
    key ? ` -H 'Authorization: Bearer ${key.slice(0, 8)}…'` : '',
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(shown).replaceAll("'", "'\\''")}'`,
  ].join('');
}

function run(file: string, args: string[], input: string): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    // curl may end without reading its input; its exit code tells why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new NoCurl() : error));
    child.once('close', (code) => resolve({ code: code ?? 1, ...output }));
  });
}
