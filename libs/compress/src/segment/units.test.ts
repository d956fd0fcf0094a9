import { describe, expect, test } from 'vitest';
import type { Status, Turn, Unit } from '../reading.ts';
import { unitsOf } from './units.ts';

const turn = (text: string, more: Partial<Turn> = {}): Turn => ({ role: 'user', speaker: 'Ana', text, quoted: false, ...more });
const read = (...lines: readonly string[]): Unit[] => unitsOf([turn(lines.join('\n'))]);
const told = (units: readonly Unit[]): string[] => units.map(({ kind, text }) => `${kind}: ${text}`);

describe('kinds', () => {
  test.each<[string, string[], string[]]>([
    ['sentences of a paragraph', ['It works. We ship it.'], ['prose: It works.', 'prose: We ship it.']],
    [
      'a paragraph that an editor broke into lines',
      ['The import fails on every second file because the parser reads', 'the header twice.', '', 'Next.'],
      ['prose: The import fails on every second file because the parser reads the header twice.', 'prose: Next.'],
    ],
    [
      'notes in small letters, a statement a line',
      ['reindex takes five hours, so only at night', "don't change the response schema, mobile 7 parses it strictly", 'ask Ana first'],
      [
        'prose: reindex takes five hours, so only at night',
        "prose: don't change the response schema, mobile 7 parses it strictly",
        'prose: ask Ana first',
      ],
    ],
    [
      'lines of a mail that were broken by hand, one of them too late',
      [
        'This mailbox is enrolled in assisted verification, and the owner has approved it under',
        'reference 77. Forward it to the office at once, whoever else may ask for it,',
        'then set the account to the one below in each of them, so',
        'that they go on.',
      ],
      [
        'prose: This mailbox is enrolled in assisted verification, and the owner has approved it under reference 77.',
        'prose: Forward it to the office at once, whoever else may ask for it, then set the account to the one below in each of them, so that they go on.',
      ],
    ],
    [
      'fields of a ticket, set side by side',
      ['Type: Incident   Severity: 2   Reporter: Ana Lisek', 'Labels: month-end   Linked: PAY-2911, CHG-771'],
      [
        'prose: Type: Incident',
        'prose: Severity: 2',
        'prose: Reporter: Ana Lisek',
        'prose: Labels: month-end',
        'prose: Linked: PAY-2911, CHG-771',
      ],
    ],
    [
      'a line that a name begins',
      [
        'plan:',
        '  goal: split the service',
        '  owner: ana',
        '  rules:',
        '    - never log addresses',
        '  phases:',
        '    - name: reads',
        '      status: done',
      ],
      [
        'prose: plan:',
        'prose: goal: split the service',
        'prose: owner: ana',
        'prose: rules:',
        'item: never log addresses',
        'item: phases:',
        'item: name: reads',
        'item: status: done',
      ],
    ],
    [
      'a clause that goes on behind a comma',
      ['If it fails twice,', 'roll back and tell the people who wait for it in the office'],
      ['prose: If it fails twice, roll back and tell the people who wait for it in the office'],
    ],
    ['short lines that stand for themselves', ['Ask Ana', 'Call Ben'], ['prose: Ask Ana', 'prose: Call Ben']],
    [
      'headings',
      ['# The Plan #', '**Open points**', '=== Notes ===', 'RULES OF THE HOUSE:'],
      ['heading: The Plan', 'heading: Open points', 'heading: Notes', 'heading: RULES OF THE HOUSE'],
    ],
    [
      'items of a list',
      ['- Keep the port. It is in use.', '* second', '3) third', 'a. fourth'],
      ['item: Keep the port. It is in use.', 'item: second', 'item: third', 'item: fourth'],
    ],
    [
      'an item that goes on',
      ['- keep the port that the old clients of the northern offices use,', '  because they cannot be changed'],
      ['item: keep the port that the old clients of the northern offices use, because they cannot be changed'],
    ],
    ['rows of a table', ['| Name | Port |', '|------|------|', '| web | 8080 |'], ['table: Name | Port', 'table: web | 8080']],
    [
      'code in a fence with its comments',
      ['```ts', 'const port = 8080; // in use', '// Never change the port.', '/* nor the host */', '```'],
      ['code: const port = 8080; // in use', 'comment: Never change the port.', 'comment: nor the host'],
    ],
    ['a comment without a space', ['```', '//TODO remove it', '```'], ['comment: TODO remove it']],
    [
      'lines of a log',
      ['2026-03-01T10:00:00Z ERROR db timeout after 30s', '2026-03-01T10:00:01Z INFO retry 1 of 3'],
      ['log: 2026-03-01T10:00:00Z ERROR db timeout after 30s', 'log: 2026-03-01T10:00:01Z INFO retry 1 of 3'],
    ],
    [
      'what a machine counts',
      ['copied 10 of 40', 'copied 20 of 40', 'copied 30 of 40', 'done'],
      ['log: copied 10 of 40', 'log: copied 20 of 40', 'log: copied 30 of 40', 'prose: done'],
    ],
    [
      'what a machine counts by names',
      ['NOTE: task 10 of 40 (zlib:do_unpack)', 'NOTE: task 20 of 40 (curl:do_patch)', 'NOTE: task 30 of 40 (cairo:do_fetch)', 'done'],
      [
        'log: NOTE: task 10 of 40 (zlib:do_unpack)',
        'log: NOTE: task 20 of 40 (curl:do_patch)',
        'log: NOTE: task 30 of 40 (cairo:do_fetch)',
        'prose: done',
      ],
    ],
    ['no rules, no empty lines', ['One.', '', '---', '***', 'Two.'], ['prose: One.', 'prose: Two.']],
    ['nothing but signs', ['!!! ???', '->', '{'], []],
  ])('%s', (_, lines, units) => {
    expect(told(read(...lines))).toEqual(units);
  });

  test('white space is squashed, in the text as in the places of its tokens', () => {
    const [unit] = read('\tKeep   the \t port\u00a08080  open ');
    expect(unit?.text).toBe('Keep the port 8080 open');
    for (const token of unit!.tokens) expect(unit!.text.slice(token.start, token.start + token.text.length)).toBe(token.text);
  });

  test('a capital at the beginning of a unit says nothing, wherever its line began', () => {
    for (const line of ['- Deploy it', 'a) Deploy it', '  Deploy it']) expect(read(line)[0]?.tokens[0]?.shape).toBe('word');
  });

  test.each(['\n', '\r\n', '\r', '\u2028'])('lines end in %j', (end) => {
    expect(unitsOf([turn(`# Plan${end}- one${end}- two`)]).map(({ text }) => text)).toEqual(['Plan', 'one', 'two']);
  });
});

describe('what is known of a unit', () => {
  test('who says it, in which turn', () => {
    const units = unitsOf([turn('Go.'), turn('Done.', { role: 'assistant', speaker: '', quoted: true })]);
    expect(units).toMatchObject([
      { order: 0, role: 'user', speaker: 'Ana', turn: 0, quoted: false },
      { order: 1, role: 'assistant', speaker: '', turn: 1, quoted: true },
    ]);
  });

  test('lines with a mark of quotation are quoted', () => {
    expect(read('> Never push.', 'I agree.')).toMatchObject([
      { text: 'Never push.', quoted: true },
      { text: 'I agree.', quoted: false },
    ]);
  });

  test('the heading it stands under, until the next one', () => {
    expect(read('# Plan', 'One.', '## Rules', 'Two.').map(({ section }) => section)).toEqual(['Plan', 'Plan', 'Rules', 'Rules']);
  });

  test('the line before a list that introduces it', () => {
    expect(read('# Plan', 'Do not touch:', '- the port', '- the host', '', 'Go on.').map(({ section }) => section)).toEqual([
      'Plan',
      'Plan',
      'Do not touch:',
      'Do not touch:',
      'Plan',
    ]);
  });

  test('sentences of one paragraph share a block, those of the next have another', () => {
    const [one, two, three] = read('One. Two.', '', 'Three.').map(({ block }) => block);
    expect(one).toBe(two);
    expect(two).not.toBe(three);
  });
});

const saidOf = (...lines: readonly string[]): string[] =>
  read(...lines).flatMap(({ status, text }) => (status === 'title' ? [] : [`${status ?? '?'}: ${text}`]));

describe('a mark of its own says what a line or an item is', () => {
  test.each<[string, Status | undefined]>([
    ['- [x] Deploy it', 'done'],
    ['- [X] Deploy it', 'done'],
    ['1. [✓] Deploy it', 'done'],
    ['✅ Deploy it', 'done'],
    ['☑ Deploy it', 'done'],
    ['[x] Deploy it', 'done'],
    ['- [ ] Deploy it', 'open'],
    ['☐ Deploy it', 'open'],
    ['- [~] Deploy it', 'open'],
    ['Done: schema and seed data', 'done'],
    ['To do: tell Ana', 'open'],
    ['docs: todo', 'open'],
    ['deploy: done', 'done'],
    ['hotel_kyoto: cancelled', 'dropped'],
    ['Question: how long do mussels stay toxic', undefined],
    ['deploy: done by the night shift, they say', undefined],
    ['- [-] Deploy it', 'dropped'],
    ['- [ ] ~~Deploy it~~', 'dropped'],
    ['~~Deploy it~~', 'dropped'],
    ['[DONE] Deploy it', 'done'],
    ['[IN PROGRESS] Deploy it', 'open'],
    ['- (withdrawn) Deploy it', 'dropped'],
    ['- Deploy it (Liv) - cancelled', 'dropped'],
    ['- Deploy it - cancelled.', 'dropped'],
    ['Deploy it - DONE 4/5', 'done'],
    ['Deploy it (erledigt)', 'done'],
    ['- Deploy it (cancelled by Petra, too expensive)', 'dropped'],
    ['- Deploy it -> still open', 'open'],
    ['- Deploy it ✅', 'done'],
    ['- [y] Deploy it', undefined],
    ['- [x', undefined],
    ['- x Deploy it', undefined],
    ['- Deploy [x] it', undefined],
    ['- Deploy it (done by hand)', undefined],
    ['- Ask why it was cancelled', undefined],
    ['- Ask Liv - cancelled trains are refunded', undefined],
    ['- Use a licence (open source)', undefined],
    ['- Ask Liv (done?)', undefined],
    ['- [Done](https://example.org/board) is the last column', undefined],
    ['It is in the package - shipped, so it counts.', undefined],
    ['✗ Deploy it', undefined],
  ])('%s: %s', (line, status) => {
    expect(read(line).map((unit) => unit.status)).toEqual([status]);
  });

  test('that it is done holds for each sentence of an item, and for no other item', () => {
    const long = `[x] ${'Deploy the service to the second region. '.repeat(4)}`;
    expect(read(`- ${long}`, '- Then go on').map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done', undefined]);
  });

  test('of an item that is open only the first sentence says so', () => {
    const long = `[ ] ${'Deploy the service to the second region. '.repeat(3)}`;
    expect(read(`- ${long}`).map(({ status }) => status)).toEqual(['open', undefined, undefined]);
  });

  test('a tick before a paragraph speaks of its first sentence', () => {
    expect(read('✔ Agreed. The sum is settled later.').map(({ status }) => status)).toEqual(['done', undefined]);
  });

  test('a cross says "not yet" where others are ticked', () => {
    expect(saidOf('✔ visa', '✘ vaccination')).toEqual(['done: ✔ visa', 'open: ✘ vaccination']);
  });

  test('a sentence that is struck through is withdrawn, the next is not; what is struck in part stands', () => {
    expect(saidOf('~~Use MySQL.~~ Use MariaDB. Budget ~~500~~ 800 EUR.')).toEqual([
      'dropped: ~~Use MySQL.~~',
      '?: Use MariaDB.',
      '?: Budget ~~500~~ 800 EUR.',
    ]);
  });
});

describe('a cell of its own says what a row is', () => {
  test('and the head of a table is none', () => {
    const rows = ['| Task | State |', '|---|---|', '| Renew it | in progress |', '| Close it | done (4 June) |', '| Buy it | annulé |'];
    expect(read(...rows).map(({ status }) => status)).toEqual(['title', 'open', 'done', 'dropped']);
  });

  test.each<[string, Status | undefined]>([
    ['17;renew domain;open;2026-12-01', 'open'],
    ['| Windows | ✅ |', 'done'],
    ['| open | 12 |', undefined],
    ['| Write it | done | open |', undefined],
    ['| Open the window | Liv |', undefined],
    ['| Read | open 2,000 pages | 0.9 s |', undefined],
  ])('%s: %s', (line, status) => {
    expect(read(line).map((unit) => unit.status)).toEqual([status]);
  });
});

describe('a heading or a lead says what stands right under it', () => {
  test.each<[string, string[], string[]]>([
    ['leads', ['Done:', '- login', 'To do:', '- mails'], ['done: Done: … login', 'open: mails']],
    ['headings', ['## Done', '- login', '## 2. Still open', '- mails'], ['done: Done … login', 'open: mails']],
    [
      'short lines',
      ['Done:', 'login page', 'password reset', '', 'Go on.'],
      ['done: Done: … login page', 'done: Done: … password reset', '?: Go on.'],
    ],
    ['a line without a colon, of the list behind it', ['Open', '', '* DNSSEC', '', 'Go on'], ['open: DNSSEC', '?: Go on']],
    ['an item, of those set in under it', ['- Done:', '  - login', '- Ask Liv'], ['done: Done: … login', '?: Ask Liv']],
    [
      'a number, of the bullets under it',
      ['3. Decisions', '- Postgres', '4. Other', '- Mail'],
      ['decided: Postgres', '?: Other', '?: Mail'],
    ],
    ['not what another lead introduces', ['## Never', 'Except:', '- on Sundays'], ['?: Except:', '?: on Sundays']],
    [
      'not what stands behind a paragraph',
      ['## Done', '- login', '', 'Then there is this.', '', '- mails'],
      ['done: Done … login', '?: Then there is this.', '?: mails'],
    ],
    [
      'not where its own mark says otherwise',
      ['Done:', '- [ ] login', '- mails (cancelled)'],
      ['open: [ ] login', 'dropped: mails (cancelled)'],
    ],
    ['not a sentence', ['Done.', '- login'], ['?: Done.', '?: login']],
    [
      'not a heading that says more',
      ['## Open source', '- login', '## The Done column', '- mails'],
      ['?: Open source', '?: login', '?: The Done column', '?: mails'],
    ],
    [
      'a list of failures by whole sentences',
      ['## Dead ends', 'PEG took 9 GB.', '- re2c'],
      ['failed: PEG took 9 GB.', 'failed: Dead ends … re2c'],
    ],
  ])('%s', (_, lines, said) => {
    expect(saidOf(...lines)).toEqual(said);
  });

  test('what is forbidden is never shown without it, and its tokens stand where they are', () => {
    const unit = read('## Do not', '- touch the AST')[1]!;
    expect(unit).toMatchObject({ text: 'Do not … touch the AST', led: { heading: 'Do not', own: 'touch the AST' } });
    for (const token of unit.tokens) expect(unit.text.slice(token.start, token.start + token.text.length)).toBe(token.text);
  });

  test('an item that is forbidden is one, however many sentences it has', () => {
    const item =
      'Rename the nodes that plugins see. Move them to another module. Change what their fields are called or which types they have.';
    expect(saidOf('Never:', `- ${item}`, '- push')).toEqual([`forbidden: Never: … ${item}`, 'forbidden: Never: … push']);
  });

  test('what a tool prints under a heading is no plan', () => {
    expect(unitsOf([turn('To do:\n- mails', { role: 'tool' })]).map(({ status }) => status)).toEqual([undefined, undefined]);
  });
});

describe('fences', () => {
  test('nothing is a heading or an item in one', () => {
    expect(told(read('```', '# remove the cache', 'rm -rf /tmp/cache', '```'))).toEqual([
      'comment: remove the cache',
      'code: rm -rf /tmp/cache',
    ]);
  });

  test('another kind of fence does not close it', () => {
    expect(read('```', 'x = 1', '~~~', 'y = 2', '```', 'Done.').at(-1)).toMatchObject({ text: 'Done.', kind: 'prose' });
  });
});

const LENGTH = 120_000;
test.each([
  ['no spaces', 'x'.repeat(LENGTH)],
  ['lines of one letter', 'a\n'.repeat(LENGTH / 2)],
  ['backticks', '`'.repeat(LENGTH)],
  ['white space in code', `\`\`\`\n// a${' '.repeat(LENGTH)}b`],
  ['white space in a table', `|${' '.repeat(LENGTH)}a|`],
  ['quotation marks', '> '.repeat(LENGTH / 2)],
  ['colons', ':'.repeat(LENGTH)],
  ['stops', '. '.repeat(LENGTH / 2)],
  ['lines with # and one letter', '# a\n'.repeat(LENGTH / 4)],
  ['brackets that stay open', '(a. '.repeat(LENGTH / 4)],
  ['ideographs', '文'.repeat(LENGTH)],
])('%s take no longer than other text', (_, text) => {
  const before = process.cpuUsage();
  unitsOf([turn(text)]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});
