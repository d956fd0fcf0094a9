// Large uploads that are never ended, while others go on: `npm run soak:uploads -- --held 1000 --budget 48`. Prints a table; ends with
// 1 when anything was wrong.
import { residentMiB } from '@rest-stop/testing/process/resident.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTotals, readOptions } from '@rest-stop/testing/by-hand.ts';
import { holdUploads } from './held-uploads.ts';
import { growthDuring } from './memory.ts';
import { startRig } from './rig.ts';

/** `budget`: the gateway's room for bodies, in MiB. */
const { held, others, budget } = readOptions({ held: 1_000, others: 500, budget: 48 });
/** Of 512 MiB that a gateway may have. */
const mostMiB = 300;
/** Longer than the gateway takes to answer all that it has received. */
const settlingMs = 4_000;

const rig = await startRig(4, { BODY_BUDGET_MB: String(budget), CONNECTIONS_PER_CLIENT: '0' });
try {
  const keys = [await rig.join(), await rig.join()];
  const key = await rig.join();
  const before = Math.round(residentMiB(rig.gateway.pid));
  const answers: (number | undefined)[] = [];
  let ended: (number | undefined)[] = [];
  const growth = await growthDuring(rig.gateway.pid, async () => {
    const uploads = holdUploads(rig.port, keys, held);
    while (answers.length < others) {
      const asked = [rig.ask('GET', '/stay', key), rig.ask('POST', '/memories', key, { key: 'a', value: answers.length })];
      for (const answer of await Promise.all(asked)) answers.push(answer?.status);
    }
    const made = await uploads;
    await sleep(settlingMs);
    ended = made.statuses();
    await made.release();
  });
  const peak = before + growth;
  const kept = printTotals({
    'uploads held back': held,
    'of them refused with 503': ended.filter((status) => status === 503).length,
    'of them held, or cut off unanswered, when it ended': ended.filter((status) => status === undefined).length,
    'answers to others meanwhile': answers.length,
    'resident memory before, MiB': before,
    'resident memory at its highest, MiB': peak,
    [`MiB above ${mostMiB} (must be 0)`]: Math.max(0, peak - mostMiB),
    'uploads that got something else (must be 0)': ended.filter((status) => status !== undefined && status !== 503).length,
    'others that were not served (must be 0)': answers.filter((status) => status === undefined || status >= 400).length,
  });
  process.exitCode = kept ? 0 : 1;
} finally {
  await rig.close();
}
