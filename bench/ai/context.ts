import { compress, lostProhibitions, read } from '@rest-stop/compress';

const day = (n: number) => `User: On day ${n} the export of clinic ${n} stopped again. Find out why before ${8 + (n % 10)}:30.
Agent: I read src/export/clinic-${n}.ts and the log of worker-${n % 4}: job a1b2c${1000 + n} failed with E${1100 + n} after ${400 + n} ms.
Agent: First I raised BATCH_SIZE to ${500 * (n + 1)}. That failed, because the worker ran out of memory. I reverted it in commit 7c1f0${1000 + n}.
User: ${n % 5 === 0 ? `Never run the export of clinic ${n} on prod-eu before 22:00 UTC.` : `The table clinic_${n} has ${1000 * n + 17} rows now.`}
Agent: We decided to use a cursor for clinic ${n}, because the planner sorts only once then.
`;

/** A chat of `chars` characters about work, with rules, ids, failures and decisions in it. */
export function context(chars: number): string {
  let text = '';
  for (let n = 0; text.length < chars; n++) text += day(n);
  return text.slice(0, chars);
}

/** An answer as a good model would give it: a fifth of the text, with every prohibition in it, so that it is asked for once. */
export async function answerTo(content: string): Promise<string> {
  const reading = await read(content);
  const rules = lostProhibitions(reading, '').join(' ');
  const rest = compress(reading, 'summary') as string;
  return `${rules} ${rest.slice(0, Math.max(200, content.length / 5 - rules.length))}`;
}
