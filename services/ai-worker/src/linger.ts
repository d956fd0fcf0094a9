import { setTimeout as sleep } from 'node:timers/promises';
import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';

const askEveryMs = 100;
const answerWithinMs = 300;

type Lingering = { bus: Bus; forMs: number; isQuiet(): boolean };

/**
 * Waits until another worker answers, nobody asks for anything any more, or `forMs` are over. A worker that leaves alone would fail the requests that
 * wait for a place. The caller must not answer `describeEngine` any more: whoever does is another worker.
 */
export async function lingerWhileAlone({ bus, forMs, isQuiet }: Lingering): Promise<void> {
  const until = performance.now() + forMs;
  while (bus.connected() && !isQuiet() && performance.now() < until && !(await anotherAnswers(bus))) await sleep(askEveryMs);
}

function anotherAnswers(bus: Bus): Promise<boolean> {
  return bus.call(describeEngine, {}, { timeoutMs: answerWithinMs }).then(
    () => true,
    () => false,
  );
}
