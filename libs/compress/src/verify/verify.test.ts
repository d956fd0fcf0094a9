import { expect, describe, test } from 'vitest';
import { processorTime } from '../../test/processor-time.ts';
import { type Label, labels } from '../classify/labels.ts';
import { compress } from '../compose/compose.ts';
import { read, type Reading } from '../read.ts';
import { lostProhibitions, verify } from './verify.ts';

const TEXT = `User: Move the billing import to the queue.
Never touch the archive folder of the accountants.
The importer must write at most 500 rows per batch.
We decided to use Redis 7.2 because the workers share their cache.
The first attempt with cron failed after 30 s.
Everything must be merged by Friday.`;

/** A reading of which is known what each unit is. */
async function reading(text: string, ...known: readonly (readonly [RegExp, Label])[]): Promise<Reading> {
  const own = await read(text);
  const likelihoods = own.units.map((unit) =>
    Float32Array.from(labels, (label) => Number(known.some(([words, is]) => is === label && words.test(unit.text)))),
  );
  return { ...own, likelihoods, superseded: new Map(), closed: new Set() };
}

const known = (text = TEXT): Promise<Reading> =>
  reading(
    text,
    [/Move/, 'goal'],
    [/Move/, 'current'],
    [/Never/, 'ban'],
    [/must write/, 'rule'],
    [/decided/, 'decision'],
    [/failed/, 'failure'],
    [/merged/, 'deadline'],
  );

const all = { found: 1, kept: 1, lost: [] };

test('a copy keeps everything and invents nothing', async () => {
  expect(verify(await known(), TEXT)).toEqual({
    goal: all,
    last_request: all,
    rules: { found: 2, kept: 2, lost: [] },
    decisions: all,
    failed_attempts: all,
    deadlines: all,
    identifiers: { found: 2, kept: 2, lost: [] },
    invented: 0,
  });
});

test('an empty result keeps nothing', async () => {
  const { rules, identifiers, invented } = verify(await known(), '');
  expect({ kept: rules.kept, lost: rules.lost.length }).toEqual({ kept: 0, lost: 2 });
  expect([identifiers.kept, invented]).toEqual([0, 0]);
});

test('of nothing nothing is lost', async () => {
  const { rules, decisions, identifiers } = verify(await reading('It is so.'), '');
  const none = { found: 0, kept: 0, lost: [] };
  expect([rules, decisions, identifiers]).toEqual([none, none, none]);
});

test('other words around it do not matter, nor that it is told in two sentences', async () => {
  const told = 'The workers share their cache. So we decided on Redis 7.2 for them.';
  expect(verify(await known(), told).decisions.kept).toBe(1);
});

test('a word alone is no decision', async () => {
  const reading = await read('[assistant] pgloader loses the timezone of due dates, so it is out.\n[user] OK. Use Debezium then.');
  expect(verify(reading, '').decisions.lost).not.toContain('OK.');
});

describe('prohibitions', () => {
  test('without its negation one is lost', async () => {
    const { rules } = verify(await known(), 'Touch the archive folder of the accountants.');
    expect(rules).toMatchObject({ found: 2, kept: 0, lost: ['Never touch the archive folder of the accountants.', expect.any(String)] });
  });

  test.each(['Do not touch the archive folder of the accountants.', 'The archive folder of the accountants: hands-off, never touch it.'])(
    '%s',
    async (text) => {
      expect(verify(await known(), text).rules.kept).toBe(1);
    },
  );

  test('the place says it where the words do not', async () => {
    const result = { context_for_successor: '', known_state: [], do_not_repeat: ['touch the archive folder of the accountants'] };
    expect(verify(await known(), result).rules.kept).toBe(1);
  });

  test('lost ones are named', async () => {
    expect(lostProhibitions(await known(), 'Move the import.')).toEqual(['Never touch the archive folder of the accountants.']);
    expect(lostProhibitions(await known(), TEXT)).toEqual([]);
  });

  test.each([
    ['of a user, not of an agent', 'User: Never touch the archive.\nAssistant: I must not touch the tables.', ['Never touch the archive.']],
    [
      'of an agent, where nobody else speaks',
      '[assistant] I looked at it.\n[assistant] You must not touch the tables.\n[tool] It is green.',
      ['You must not touch the tables.'],
    ],
    ['of nobody in particular', 'Never touch the archive.', ['Never touch the archive.']],
  ])('%s are asked for', async (_name, text, lost) => {
    expect(lostProhibitions(await reading(text, [/Never touch|must not/, 'ban']), '')).toEqual(lost);
  });

  test('what an agent narrates and a tool prints in a session is not asked for', async () => {
    const session = [
      '# aider chat started at 2026-03-02 09:14:51\n\n> Aider v0.86.2',
      '#### Never flash kiln-2, it is in use until May.',
      'I will not flash anything. You must never disable the watchdog.',
      "> No files matched 'app.mod'.\n> Do not use --force with this registry.",
      '#### thanks',
    ].join('\n\n');
    expect(lostProhibitions(await read(session), '')).toEqual(['Never flash kiln-2, it is in use until May.']);
  });

  test('what holds no longer is not asked for', async () => {
    const own = await known();
    const at = own.units.findIndex(({ text }) => text.startsWith('Never'));
    expect(lostProhibitions({ ...own, superseded: new Map([[at, at + 1]]) }, '')).toEqual([]);
  });
});

describe('details', () => {
  test.each([
    ['a changed number', 'The importer must write at most 600 ms per batch.', 1],
    ['part of a number', 'We decided to use Redis 7.25.', 1],
    ['a path', 'Look into src/import.ts first.', 1],
    ['none', 'It must write at most 500 rows, with Redis 7.2.', 0],
  ])('invented: %s', async (_, text, count) => {
    expect(verify(await known(), text).invented).toBe(count);
  });

  test('in a bare list they are not kept', async () => {
    const { identifiers } = verify(await known(), '500 rows, 30 s');
    expect(identifiers).toMatchObject({ found: 2, kept: 0 });
  });

  test('in a sentence they are, also inside of longer names', async () => {
    const own = await reading('Look into src/import.ts first.');
    expect(verify(own, 'The fault lies in src/import.ts:12 as it seems.').identifiers).toMatchObject({ found: 1, kept: 1 });
    expect(verify(own, 'The fault lies in lib/src/import.tsx as it seems.').identifiers).toMatchObject({ found: 1, kept: 0 });
  });
});

describe('examples of what is lost', () => {
  test('are at most three, of at most 200 characters', async () => {
    const rules = Array.from({ length: 5 }, (_, i) => `Rule ${i} says: ${`word${i} `.repeat(60)}😀`);
    const { lost, found } = verify(await reading(rules.join('\n\n'), [/Rule/, 'rule']), '').rules;
    expect([found, lost.length]).toEqual([5, 3]);
    for (const one of lost) {
      expect(Array.from(one)).toHaveLength(200);
      expect(one).toMatch(/^Rule \d says.*…$/);
    }
  });
});

test('the time that a check takes grows no faster than the text', async () => {
  const timeOf = async (rules: number) => {
    const lines = Array.from({ length: rules }, (_, i) => `Never change file${i}.ts of module ${i * 7}, it must stay as it is.`);
    const own = await read(lines.join('\n'));
    const result = compress(own, 'handoff');
    return processorTime(() => verify(own, result));
  };
  const short = await timeOf(150);
  expect((await timeOf(1_500)) / short).toBeLessThan(50);
});
