/** Work that is done on a text made of `n` characters. */
export type Work = { name: string; make(n: number): string; run(text: string): unknown };

const times = 4;
/** In proportion the work grows fourfold, with the square sixteenfold. */
const most = 9;
/** Below that, in milliseconds, the ratio says nothing, and nobody is held up. */
const leastMs = 15;
const tries = 5;

/** The processor time that `run` takes of this process, in milliseconds: other processes do not count. */
async function cost(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long four times the text takes, the best of several; 0 when it takes next to nothing. */
async function growth({ make, run }: Work, n: number): Promise<number> {
  const [small, large] = [make(n), make(times * n)];
  let [least, leastLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < tries; i++) {
    leastLarge = Math.min(leastLarge, await cost(() => run(large)));
    if (leastLarge < leastMs) return 0;
    least = Math.min(least, await cost(() => run(small)));
    if (leastLarge / least < most / 2) break;
  }
  return leastLarge / least;
}

/** What takes far more than in proportion to its length. */
export async function outOfProportion(works: readonly Work[], n: number): Promise<string[]> {
  const found: string[] = [];
  for (const work of works) {
    const times = await growth(work, n);
    if (times >= most) found.push(`${work.name}: ${times.toFixed(1)} times for four times the text`);
  }
  return found;
}

export const repeated = (unit: string, n: number): string => unit.repeat(Math.ceil(n / unit.length)).slice(0, n);
