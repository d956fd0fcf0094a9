import { attendSeminar, defrag } from '@rest-stop/contracts/stay/ai.ts';
import { targets } from '@rest-stop/contracts/defrag.ts';
import type { ScriptedProvider } from '../provider.ts';
import { type Case, type Driver, json } from './driver.ts';
import { pathOf } from './valid.ts';

/** A sound request after so many failures keeps the circuit breaker from opening: an open one would hide the failures to come. */
const failuresInARow = 2;

/** Every target, answered well. */
export async function askForEveryTarget(driver: Driver): Promise<void> {
  for (const target of targets) await driver.make(defragCase(driver, `target ${target}`, target));
}

/** What the provider can do wrong, under a defrag of either kind and a seminar in turn. Answers how many failures were really played. */
export async function provokeFailures(driver: Driver, provider: ScriptedProvider, names: readonly string[]): Promise<number> {
  let played = 0;
  for (const [i, name] of names.entries()) {
    const script = provider.failures[name];
    if (!script) continue;
    const before = provider.calls();
    provider.play(script);
    const { status } = await driver.make(failingCase(driver, name, i));
    if (provider.calls() > before && status >= 500) played++;
    provider.play(provider.good);
    if (i % failuresInARow === failuresInARow - 1) await driver.make(defragCase(driver, `after ${name}`, 'summary'));
  }
  return played;
}

function failingCase(driver: Driver, name: string, i: number): Case {
  if (i % 3 === 2) return { route: attendSeminar, name: `provider: ${name}`, path: pathOf(attendSeminar, () => '') };
  return defragCase(driver, `provider: ${name}`, i % 3 === 0 ? 'summary' : 'state');
}

function defragCase({ canaries }: Driver, name: string, target: string): Case {
  const token = canaries.token();
  const content = `${token}: we moved the cache, because the old one lost writes; next, raise the limit.`;
  canaries.add('content', `defrag, ${name}: body.content`, token, content);
  return { route: defrag, name, path: defrag.path, headers: [json], body: Buffer.from(JSON.stringify({ content, target })) };
}
