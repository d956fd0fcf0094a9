import { expect, test } from 'vitest';
import { type Defragged, defragInParts, type Progress } from './defrag.ts';
import type { Fidelity } from './interface.ts';

const kept = (found: number, lost: string[] = []) => ({ found, kept: found - lost.length, lost });
const fidelity = (rules: number, lost: string[] = []): Fidelity => ({
  goal: kept(1),
  last_request: kept(1),
  rules: kept(rules, lost),
  decisions: kept(0),
  failed_attempts: kept(0),
  deadlines: kept(0),
  identifiers: kept(2),
  invented: 1,
});

/** Answers like the service; each part has one rule more than the one before, and loses one. */
function service() {
  const asked: string[] = [];
  const one = async (content: string): Promise<Defragged<'constraints'>> => {
    asked.push(content);
    const n = asked.length;
    return {
      target: 'constraints',
      compressed: { hard: ['Never delete.', `Rule ${n}.`], soft: [], deadlines: [] },
      structured_ok: true,
      stats: {
        input_chars: content.length,
        output_chars: 60,
        compression_ratio: content.length / 60,
        fidelity: fidelity(n, [`lost ${n}`]),
        credentials: { found: 1, kinds: ['jwt'] },
      },
    };
  };
  return { asked, one };
}

const long = `${'word '.repeat(20)}\n\n`.repeat(4_000);

test('a content that fits is asked about once, and has no parts', async () => {
  const { asked, one } = service();
  const answer = await defragInParts('constraints', 'x'.repeat(120_000), one, { maxParts: 1 });
  expect(asked).toHaveLength(1);
  expect(answer.parts).toBeUndefined();
});

test('a longer one is asked about in parts that are all of it', async () => {
  const { asked, one } = service();
  const told: Progress<'constraints'>[] = [];
  const answer = await defragInParts('constraints', long, one, { maxParts: 10, onPart: (progress) => told.push(progress) });
  expect(asked.join('')).toBe(long);
  expect(told.map(({ part, of }) => [part, of])).toEqual(asked.map((_, i) => [i + 1, asked.length]));
  expect(answer.parts?.map(({ from, to }) => long.slice(from, to))).toEqual(asked);
  expect(answer.parts?.map(({ stats }) => stats.fidelity.rules.found)).toEqual(asked.map((_, i) => i + 1));
});

test('their counts are added, and the size is that of the whole result', async () => {
  const { asked, one } = service();
  const { compressed, stats } = await defragInParts('constraints', long, one, { maxParts: 10 });
  const rules = asked.map((_, i) => `Rule ${i + 1}.`);
  expect(compressed).toEqual({ hard: ['Never delete.', ...rules], soft: [], deadlines: [] });
  expect(stats).toMatchObject({
    input_chars: long.length,
    output_chars: JSON.stringify(compressed).length,
    fidelity: { rules: { found: (asked.length * (asked.length + 1)) / 2, lost: ['lost 1', 'lost 2', 'lost 3'] }, invented: asked.length },
    credentials: { found: asked.length, kinds: ['jwt'] },
  });
});

test('parts share the space for the result', async () => {
  const { one } = service();
  const spaces: (number | undefined)[] = [];
  const asking = (content: string, space?: number) => {
    spaces.push(space);
    return one(content);
  };
  await defragInParts('constraints', 'x'.repeat(120_000), asking, { maxParts: 10, maxChars: 4_000 });
  const { parts } = await defragInParts('constraints', long, asking, { maxParts: 10, maxChars: 4_000 });
  const [whole, ...shared] = spaces as number[];
  expect(whole).toBe(4_000);
  expect(shared).toHaveLength(parts!.length);
  expect(new Set(shared).size).toBe(1);
  const joined = shared.reduce((sum, space) => sum + space + 2, -2);
  expect(joined).toBeLessThanOrEqual(4_000);
  expect(joined).toBeGreaterThan(4_000 - shared.length);
});

test('a space that leaves a part too little is refused before the first request', async () => {
  const { asked, one } = service();
  await expect(defragInParts('constraints', long, one, { maxParts: 10, maxChars: 500 })).rejects.toMatchObject({
    code: 'too_many_parts',
    message: expect.stringContaining('maxChars'),
  });
  expect(asked).toEqual([]);
});

test('stretches of white space are asked about nowhere', async () => {
  const { asked, one } = service();
  await defragInParts('constraints', `${'word '.repeat(100)}${' '.repeat(400_000)}`, one, { maxParts: 10 });
  expect(asked).toHaveLength(1);
});

test('a content that would take more requests than allowed is refused before the first', async () => {
  const { asked, one } = service();
  await expect(defragInParts('constraints', long, one, { maxParts: 2 })).rejects.toMatchObject({ code: 'too_many_parts' });
  expect(asked).toEqual([]);
});
