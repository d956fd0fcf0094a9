// `npm run demo`: a whole stay at the rest stop through the real curl, against BASE_URL or, where nothing answers there, against a service
// of its own. `--record FILE` writes what was answered in a form that can be compared between deployments.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DemoFailure, Guide } from './demo/guide.ts';
import { answersAt, startEmbedded } from './demo/embedded.ts';
import { leaveNothing, stay } from './demo/stay.ts';

const { values } = parseArgs({ options: { record: { type: 'string' } } });
const wanted = process.env['BASE_URL'] || 'http://localhost:8080/v1';

const own = await ownServiceUnless(wanted).catch(refuse);
const guide = new Guide(own?.baseUrl ?? wanted);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));
try {
  // A handle of its own would differ from one recording to the next, and so might a lecture.
  await stay(guide, values.record ? 'demo-recorder' : undefined);
  if (values.record) writeFileSync(values.record, `${JSON.stringify(guide.record(), null, 2)}\n`);
  console.log(`\nAll ${guide.taken} steps answered as their contracts say.`);
  await end(0);
} catch (error) {
  if (!(error instanceof DemoFailure)) console.error(error);
  else console.error(`\nFAILED at step ${guide.taken}: ${error.message}`);
  await end(1);
}

async function ownServiceUnless(baseUrl: string) {
  if (await answersAt(baseUrl)) return undefined;
  console.log(`Nothing answers at ${baseUrl}: starting the whole service in one process, with a folder that is removed afterwards.`);
  return startEmbedded();
}

function refuse(error: unknown): never {
  console.error(`FAILED before the first step: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

async function end(code: number): Promise<never> {
  await leaveNothing(guide);
  await own?.stop();
  process.exit(code);
}
