// `npm run chaos:rolling`: every replica of every service is replaced, three times over, under the requests of ten agents at once.
// Ends with 1 when a request failed, was done more or less often than it was acknowledged, or a process did not end with 0.
import { readOptions } from '@rest-stop/testing/by-hand.ts';
import { startReplicated } from '@rest-stop/testing/deployment/replicated.ts';
import { quantile } from '@rest-stop/testing/quantile.ts';
import { statusesOf } from './load.ts';
import { replaceEverything } from './rolling-agents.ts';
import { failuresIn, readEffects, wrongEffects } from './rolling-effects.ts';

const { rounds, agents } = readOptions({ rounds: 3, agents: 10 });
const replicated = await startReplicated();
try {
  const { sent, restarts } = await replaceEverything(replicated, { lanes: agents, rounds });
  const codes = restarts.flatMap((restart) => restart.codes);
  const latency = (share: number) =>
    quantile(
      sent.map(({ latencyMs }) => latencyMs),
      share,
    ).toFixed(1);
  console.log(`${codes.length} processes replaced, ${sent.length} requests: ${statusesOf(sent)}`);
  console.log(`p50 ${latency(0.5)} ms, p99 ${latency(0.99)} ms, max ${latency(1)} ms`);
  const wrong = [
    ...codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
    ...wrongEffects(sent, await readEffects(replicated.direct)),
    ...failuresIn(sent).map(({ kind, atMs, latencyMs, status }) => {
      const during = restarts.find(({ startMs, endMs }) => startMs <= atMs && atMs <= endMs)?.service ?? 'nothing';
      return `${kind}: ${status ?? 'no answer'} after ${latencyMs.toFixed(0)} ms, while ${during} was replaced`;
    }),
  ];
  console.log(wrong.length === 0 ? 'Nothing failed, and everything was done once.' : `WRONG:\n  ${wrong.join('\n  ')}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await replicated.close();
}
