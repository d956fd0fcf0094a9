import { defragContext, defragShort, shortTextUnits } from '@rest-stop/contracts/ai-worker.ts';
import { type defrag, fidelityHeader } from '@rest-stop/contracts/stay/ai.ts';
import type { Bus } from '@rest-stop/runtime/bus/bus.ts';
import type { Call } from '@rest-stop/runtime/http/mount.ts';
import type { Database } from '@rest-stop/runtime/postgres/pool.ts';
import { keyDestroyed } from '../agents/with-agent-lock.ts';
import { askingFirst, askingFor } from './asking.ts';
import { dispatch } from './dispatch.ts';
import type { InFlight } from './in-flight.ts';
import { measure, meetsTarget, tokensEstimate, unusable } from './rules.ts';
import { insertDefragRun } from './store.ts';

type Context = { db: Database; bus: Bus; inFlight: InFlight; now: () => Date };

/** Compresses a context. Of content and result only two lengths are kept. */
export function compress({ db, bus, inFlight, now }: Context, { agent, query, body, caller, header, state, signal }: Call<typeof defrag>) {
  const { content, target } = body;
  const space = query.max_chars === undefined ? {} : { max_chars: Number(query.max_chars) };
  return inFlight.run(agent.uuid, signal, async (signal) => {
    const either = askingFor(agent.uuid, { db, bus });
    const asking = content.length <= shortTextUnits ? askingFirst(defragShort, either) : either;
    const reply = await dispatch(asking, defragContext, { agent: agent.uuid, target, content, ...space }, { signal, told: state });
    const { compressed, fidelity, credentials } = reply;
    if (!meetsTarget(target, compressed)) throw unusable();
    const sizes = measure(content, compressed);
    const run = { agent: agent.uuid, input_tokens_estimate: tokensEstimate(content), output_chars: sizes.output_chars, at: now() };
    if (!(await insertDefragRun(db, run))) throw keyDestroyed();
    header(fidelityHeader, `rules-found=${fidelity.rules.found}, rules-kept=${fidelity.rules.kept}`);
    const answer = { target, compressed, structured_ok: true };
    return caller.format === 'min' ? answer : { ...answer, stats: { ...sizes, fidelity, credentials } };
  });
}
