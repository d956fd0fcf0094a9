import type { MessagePort } from 'node:worker_threads';
import { compress, type Reading, read, Verifier, verify } from '@rest-stop/compress';
import type { Compressed, Credentials } from '@rest-stop/contracts/defrag.ts';
import { withoutCredentials } from '@rest-stop/credentials';
import type { CompressJob, Defragged } from '../engine.ts';
import { samples } from './sample.ts';

/** A result of a model, with the credentials of the content masked. */
export type Checked = Defragged & {
  /** How many prohibitions the content holds. */
  prohibitions: number;
  /** Those of them that the result no longer states. */
  lost: string[];
};

/** Reads a context, compresses it without a model, and verifies the result by the same reading. */
export async function compressed({ content, target, maxChars }: CompressJob): Promise<Defragged> {
  const reading = await read(content);
  const result = compress(reading, target, { maxChars });
  return { compressed: result, fidelity: verify(reading, result), credentials: credentialsOf(reading) };
}

/** Reads a context and keeps the reading. Every result that then arrives on `port` is checked by it, until `port` is closed. */
export async function held({ content, port }: { content: string; port: MessagePort }): Promise<void> {
  const reading = await read(content);
  const verifier = new Verifier(reading);
  // A result that says nothing has lost all of them. With it, all that results are compared with is worked out while the model works.
  const prohibitions = verifier.of('').lostProhibitions.length;
  port.on('message', (result: Compressed) => {
    try {
      const clean = withoutCredentials(reading, result);
      const { fidelity, lostProhibitions: lost } = verifier.of(clean);
      const checked: Checked = { compressed: clean, fidelity, credentials: credentialsOf(reading), lost, prohibitions };
      port.postMessage(checked);
    } catch {
      port.close();
    }
  });
}

/** Does nothing: a thread can only answer this once the loop at the end of this file has run. */
export function warm(): void {}

function credentialsOf({ credentials }: Reading): Credentials {
  return { found: credentials.length, kinds: [...new Set(credentials)] };
}

// A thread takes no job before this file has been loaded. Compressing samples here makes V8 compile the code first: without that, the first
// jobs of a thread would take several times as long as the later ones.
for (const sample of samples) await compressed({ content: sample.repeat(8), target: 'handoff' });
