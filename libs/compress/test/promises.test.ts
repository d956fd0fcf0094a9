import { type Compressed, type StructuredResult, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { describe, expect, test } from 'vitest';
import { compress, read, verify } from '../src/index.ts';
import { type Context, contexts } from './contexts.ts';
import { cutIn, inEveryTarget, missingIn, plain, presentIn, sentencesOf, squashed, stringsOf } from './results.ts';
import { beehives, choir, codeReview, preview, smallContexts } from './small-contexts.ts';
import { type Held, tinyTexts } from './tiny-texts.ts';

type Shape = { [K in 'state' | 'handoff' | 'constraints']: StructuredResult<K> };

async function handoffOf(text: string): Promise<Shape['handoff']> {
  return compress(await read(text), 'handoff') as Shape['handoff'];
}

async function stateOf(text: string): Promise<Shape['state']> {
  return compress(await read(text), 'state') as Shape['state'];
}

async function constraintsOf(text: string): Promise<Shape['constraints']> {
  return compress(await read(text), 'constraints') as Shape['constraints'];
}

async function actionsOf(text: string): Promise<StructuredResult<'next_actions'>['actions']> {
  return (compress(await read(text), 'next_actions') as StructuredResult<'next_actions'>).actions;
}

async function decisionsOf(text: string): Promise<StructuredResult<'decision_log'>['decisions']> {
  return (compress(await read(text), 'decision_log') as StructuredResult<'decision_log'>).decisions;
}

/** The seven contexts and the short texts, all labelled in the same way. */
const labelled = [...contexts, ...smallContexts];

/** Of the parts that `wanted` names in each context, those that `shown` holds and those that it does not, and the share shown in percent. */
async function shareOf(
  target: Target,
  wanted: (context: Context) => readonly string[],
  shown: (result: Compressed) => unknown = (result) => result,
): Promise<{ percent: number; shown: string[]; missing: string[] }> {
  const share = { percent: 0, shown: [] as string[], missing: [] as string[] };
  for (const context of labelled) {
    const result = shown(compress(await read(context.text), target));
    const tell = (part: string): string => `${context.name}: ${part}`;
    share.shown.push(...presentIn(result, wanted(context)).map(tell));
    share.missing.push(...missingIn(result, wanted(context)).map(tell));
  }
  share.percent = Math.round((100 * share.shown.length) / (share.shown.length + share.missing.length));
  return share;
}

/** That at least `percent` of what is asked for is there; the failure lists what is missing. */
function expectAtLeast(percent: number, share: { percent: number; missing: readonly string[] }): void {
  expect(share.percent, `missing: ${share.missing.join(' | ')}`).toBeGreaterThanOrEqual(percent);
}

/** That at most `percent` of what must not be there is there; the failure lists it. */
function expectAtMost(percent: number, share: { percent: number; shown: readonly string[] }): void {
  expect(share.percent, `shown: ${share.shown.join(' | ')}`).toBeLessThanOrEqual(percent);
}

const notToRepeat = (result: Compressed): readonly string[] => (result as Shape['handoff']).do_not_repeat;
const whatOf = (result: Compressed): string[] => whats((result as StructuredResult<'decision_log'>).decisions);
const doOf = (result: Compressed): string[] => dos((result as StructuredResult<'next_actions'>).actions);

const dos = (actions: readonly { do: string }[]): string[] => actions.map((action) => action.do);
const whats = (decisions: readonly { what: string }[]): string[] => decisions.map(({ what }) => what);

/** Targets whose result may be empty, each with what the text must not hold then. */
const MAY_BE_EMPTY: ReadonlyMap<Target, Held> = new Map([
  ['next_actions', 'action'],
  ['constraints', 'constraint'],
  ['decision_log', 'decision'],
]);

/** Whether a result holds a sign of the text, its own marks aside. */
function carries(text: string, result: Compressed): boolean {
  const said = stringsOf(result).map((string) => string.replace(/^- /gm, '').replaceAll('…', '').trim());
  return said.some((string) => Array.from(string).some((sign) => sign.trim() !== '' && text.includes(sign)));
}

describe('a short text is not lost', () => {
  const shipping = 'Ship build 77 by Friday. Nothing else changed.';

  test('it stands whole in the main slot of a handoff', async () => {
    expect((await handoffOf(shipping)).context_for_successor).toBe(shipping);
  });

  test('it stands whole in the current focus', async () => {
    expect((await stateOf(shipping)).current_focus).toBe(shipping);
  });

  test('its order is an action', async () => {
    expect(dos(await actionsOf(shipping))).toContainEqual(expect.stringContaining('Ship build 77 by Friday.'));
  });

  test('its deadline is found', async () => {
    expect((await constraintsOf(shipping)).deadlines).toEqual(['Ship build 77 by Friday.']);
  });

  test.each(tinyTexts)('every target that may not be empty says something of: $text', async ({ text }) => {
    const results = await inEveryTarget(text);
    expect(targets.filter((target) => !MAY_BE_EMPTY.has(target) && !carries(text, results.get(target)!))).toEqual([]);
  });

  test('of the actions, rules and decisions that tiny texts hold, at least 80 % have an entry', async () => {
    const share = { percent: 0, missing: [] as string[] };
    let held = 0;
    for (const { text, holds } of tinyTexts) {
      const results = await inEveryTarget(text);
      const asked = [...MAY_BE_EMPTY].filter(([, what]) => holds.includes(what));
      held += asked.length;
      share.missing.push(...asked.filter(([target]) => !carries(text, results.get(target)!)).map(([target]) => `${target}: ${text}`));
    }
    share.percent = Math.round((100 * (held - share.missing.length)) / held);
    expectAtLeast(80, share);
  });
});

const pantry = `# Food bank, notes of the shift

We collect from the four supermarkets and hand out on Saturdays. Yusuf asked me to keep the list of what may be given out up to date.

* Opened packets are sorted out at the door and nowhere else.
* Fine, but leave the freezer on over the weekend.
* Milk goes to families first. All right, and to the shelter when families have enough.
* Bread from Monday is no problem, hand it out.
* Yes, without a card too.

Yusuf could not find the thermometer, so nobody knows how warm the van gets. I drove with a borrowed one on Tuesday: 9 degrees at most.

The council wants a monthly count. Send it to Ms Farrow when the month is over, and say how many of them came for the first time.
`;

describe('a sentence gets no words added', () => {
  test.each([
    ['a chat', preview],
    ['notes', pantry],
  ])('of %s each sentence stands in the text as it is given', async (_, text) => {
    const page = plain(text);
    for (const [target, result] of await inEveryTarget(text)) {
      const changed = sentencesOf(result).filter((sentence) => !page.includes(sentence.replace(/^…|…$/g, '').trim()));
      expect(changed, target).toEqual([]);
    }
  });

  test('what is agreed to under a condition is not turned round', async () => {
    for (const [target, result] of await inEveryTarget(preview)) {
      const said = stringsOf(result).filter((string) => /keep it off|off by default/.test(string));
      for (const string of said) expect(string, target).toContain('keep it off by default.');
      expect(
        said.filter((string) => /\bdo not\b/i.test(string)),
        target,
      ).toEqual([]);
    }
  });

  test('what happens in one place and nowhere else is no ban', async () => {
    for (const [target, result] of await inEveryTarget(preview)) {
      for (const string of stringsOf(result).filter((one) => one.includes('nowhere else'))) expect(string, target).not.toMatch(/do not/i);
    }
  });
});

const longSentence = `Agent notes, 4 May

The customer is a law firm with three offices. ${'The clause on subletting, as amended in the spring, '.repeat(20)}stays in force.
The tenant must not sublet without a letter from the owner, whose address, to be found in the land register and nowhere else, changes often.
Please draft the letter to the owner and leave the date open.
`;

describe('a sentence is whole or visibly cut', () => {
  test.each([...labelled, { name: 'notes', text: pantry }])('in $name', async ({ text }) => {
    for (const [target, result] of await inEveryTarget(text)) expect(cutIn(text, result), target).toEqual([]);
  });

  test('also where one is longer than a whole result may be', async () => {
    for (const [target, result] of await inEveryTarget(longSentence)) expect(cutIn(longSentence, result), target).toEqual([]);
  });

  test('also where the text is only a little longer than a result may be', async () => {
    const words =
      'Ship build 77 by Friday, and tell Rosa that the old installer stays on the server until June because two schools still use it';
    for (let length = 20; length <= words.length; length += 7) {
      const text = `${words.slice(0, length).trim()}.`;
      for (const [target, result] of await inEveryTarget(text)) expect(cutIn(text, result), `${target} of ${text}`).toEqual([]);
    }
  });
});

describe('fidelity says by class what is lost', () => {
  const nothing = { context_for_successor: 'Yes, that is the whole trouble.', do_not_repeat: [], known_state: ['And photos?'] };

  test('what a result leaves out is counted and named in every class', async () => {
    const fidelity = verify(await read(beehives), 'There is nothing to report.');
    const { goal, last_request, rules, decisions, failed_attempts, deadlines, identifiers } = fidelity;
    for (const kept of [goal, last_request, rules, decisions, failed_attempts, deadlines, identifiers]) {
      expect(kept.found).toBeGreaterThanOrEqual(1);
      expect(kept.kept).toBe(0);
      expect(kept.lost.length).toBe(Math.min(kept.found, 3));
    }
    expect(goal).toMatchObject({ found: 1, lost: [expect.stringContaining('must work without a network')] });
  });

  test('what is kept and what is lost add up, whatever a result says', async () => {
    const reading = await read(beehives);
    for (const [target, result] of await inEveryTarget(beehives)) {
      const { invented, ...classes } = verify(reading, result);
      expect(invented, target).toBe(0);
      for (const [name, { found, kept, lost }] of Object.entries(classes)) {
        expect(kept, `${target} ${name}`).toBeLessThanOrEqual(found);
        expect(lost.length, `${target} ${name}`).toBe(Math.min(found - kept, 3));
      }
    }
  });

  test('the request that stands last, the rule, the deadline and the ticket', async () => {
    const fidelity = verify(await read(beehives), nothing);
    expect(fidelity.last_request).toMatchObject({ found: 1, kept: 0, lost: [expect.stringContaining('please build that sign now')] });
    expect(missingIn(fidelity.rules.lost, ['Never delete a reading'])).toEqual([]);
    expect(missingIn(fidelity.deadlines.lost, ['It has to be in the store by 28 March'])).toEqual([]);
    expect(fidelity.identifiers.found).toBeGreaterThanOrEqual(2);
    expect(fidelity.identifiers.kept).toBe(0);
  });

  test('nothing is lost in the text itself', async () => {
    const fidelity = verify(await read(beehives), beehives);
    for (const kept of [
      fidelity.goal,
      fidelity.decisions,
      fidelity.failed_attempts,
      fidelity.rules,
      fidelity.deadlines,
      fidelity.identifiers,
    ]) {
      expect(kept.found).toBeGreaterThanOrEqual(1);
      expect(kept).toMatchObject({ kept: kept.found, lost: [] });
    }
  });

  test('a prohibition without its negation is lost', async () => {
    const fidelity = verify(await read(beehives), 'Delete a reading, even a wrong one. The vet wants to see them all.');
    expect(missingIn(fidelity.rules.lost, ['Never delete a reading'])).toEqual([]);
  });

  test('an identifier that stands only in a list is not kept, one in a sentence is', async () => {
    const reading = await read(beehives);
    const listed = verify(reading, { ...nothing, known_state: ['BEE-2231, IndexedDB, 28 March, 40'] });
    expect(missingIn(listed.identifiers.lost, ['BEE-2231'])).toEqual([]);
    expect(listed.identifiers.kept).toBe(0);
    const told = verify(reading, { ...nothing, known_state: ['It has to be in the store by 28 March, ticket BEE-2231.'] });
    expect(told.identifiers.lost.filter((name) => name.includes('BEE-2231'))).toEqual([]);
    expect(told.identifiers.kept).toBeGreaterThanOrEqual(1);
  });

  test('an identifier of the result that does not stand in the text is invented', async () => {
    const reading = await read(beehives);
    expect(verify(reading, 'The ticket is BEE-2231.').invented).toBe(0);
    expect(verify(reading, 'The ticket is BEE-2331.').invented).toBe(1);
  });
});

/** Put together here, so that no scanner takes one for real. */
const secrets = {
  github: ['ghp', 'x7Kd02mXq7Lp1Zr44Vb8sTq31Wn60Yc5dHe2'].join('_'),
  aws: ['AKIA', 'Q7LP19KD02MXQ7LP'].join(''),
  password: ['Tulpen', 'garten', '!83'].join(''),
  connection: ['Vx92', 'mQp', '41z'].join(''),
  jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IlJvc2EifQ', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join('.'),
  own: ['rs', '0f3a9c1d2b4e5f60718293a4'].join('_'),
};

const leaky = `User: The weather import for the ferry timetable has stopped since Sunday. Please get it going again, passengers rely on it.
Agent: The log says 401 for every call to the met office.
User: Try the new token, it is ${secrets.github} and belongs to the ferry bot.
Agent: With ${secrets.github} the clone works, the 401 stays.
User: The bucket with the forecasts needs ${secrets.aws} by the way, always use that one.
Agent: I listed the bucket, the last file is from Saturday.
User: For the tides you must always send the token ${secrets.jwt} along, the met office wants it.
\`\`\`
DATABASE_URL=postgres://ferry:${secrets.connection}@db.harbour.internal:5432/timetable
curl -H "Authorization: Bearer $TIDES" https://api.metoffice.example/v2/tides
\`\`\`
User: The password for the harbour portal is ${secrets.password}, never write it into a ticket.
Agent: I logged in and renewed the subscription, it had run out on Saturday.
User: Great. Our key for the rest stop is ${secrets.own}; you must send it with each call.
Agent: Next I will load the two missing days.
User: Yes, load Sunday and Monday first, and then tell Mrs Lund at the harbour office.
`;

describe('a credential is never repeated', () => {
  test.each(Object.entries(secrets))('%s, in any target', async (_, secret) => {
    for (const [target, result] of await inEveryTarget(leaky)) {
      const said = stringsOf(result).join('\n');
      for (const piece of [secret.slice(0, 12), secret.slice(-12)]) expect(said.includes(piece), target).toBe(false);
    }
  });

  test('its sentence is told, with a mask that says what it is', async () => {
    expect(
      missingIn(await constraintsOf(leaky), [
        'The password for the harbour portal is [credential: password], never write it into a ticket.',
      ]),
    ).toEqual([]);
  });

  test('and each is reported by its kind', async () => {
    const { credentials } = await read(leaky);
    const kinds = ['GitHub token', 'AWS access key id', 'password', 'connection string', 'rest stop key'];
    expect(credentials).toEqual(expect.arrayContaining(kinds));
    expect(credentials.filter((kind) => ['JSON web token', 'bearer token'].includes(kind))).not.toEqual([]);
  });

  test('nor in what is reported as lost', async () => {
    const reading = await read(leaky);
    const lost = JSON.stringify(verify(reading, 'Nothing to report.'));
    expect(Object.values(secrets).filter((secret) => lost.includes(secret))).toEqual([]);
  });
});

const nightTrain = [
  {
    seq: 12,
    kind: 'mail.in',
    from: 'desk@reisen.example',
    subject: 'Kassel group',
    body:
      'Move the Kassel group (44 people) to the night train on the 18th, the day train is cancelled. ' +
      'One sleeper each, nobody shares with strangers.',
  },
  { seq: 13, kind: 'run.start', cmd: "grep -n 'class' fares.csv | head", from: 'agent' },
  { seq: 14, kind: 'run.out', text: 'from,to,class,min,max\nKassel,Wien,none,89,149\nKassel,Wien,min,59,99' },
  {
    seq: 15,
    kind: 'note',
    from: 'agent',
    body:
      'The sleeper fare is 149 at most. `from` and `none` in the table are codes of the operator: ' +
      '`none` means no bed, `min` the smallest cabin.',
  },
  { seq: 16, kind: 'run.out', text: 'booking.api: state=none from=KS to=WN min=1' },
  {
    seq: 17,
    kind: 'mail.in',
    from: 'desk@reisen.example',
    subject: 'Re: Kassel group',
    body: 'Book 44 single sleepers then and send the vouchers to Mrs Brandt.',
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Whether an entry only lists names: it has no word of plain language, or is nothing but short pieces between commas. */
function isBag(entry: string): boolean {
  const words = entry.match(/(?<![\w./#-])\p{Ll}{2,}(?![\w/#(-])/gu) ?? [];
  const pieces = entry.split(/,\s*/);
  return words.length < 2 || (pieces.length >= 4 && pieces.every((piece) => piece.split(/\s+/).length <= 2));
}

describe('names stand in a sentence or not at all', () => {
  test.each(labelled)('no entry of $name is a bag of names', async ({ text }) => {
    const { known_state } = await handoffOf(text);
    const { entities } = await stateOf(text);
    expect([...known_state, ...entities].filter(isBag)).toEqual([]);
  });

  test('and words of code and names of fields are no entities', async () => {
    const words = /^\W*(?:from|to|none|min|max|key|kind|seq|body|subject|import|get|set|return)\W*$/i;
    for (const text of [codeReview, nightTrain]) {
      const { entities } = await stateOf(text);
      expect(entities.filter((entity) => words.test(entity) || /^(?:import|const|return|export|while)\b/.test(entity))).toEqual([]);
    }
  });

  test('a tldr does not end in a list of names, a token among them', async () => {
    const seen = `Bot: seen so far: BEE-2201, BEE-2204, BEE-2209, BEE-2210, ${secrets.github}, a1b2c3d, hive_queue.ts, 0x4f, v3.2.1`;
    for (const text of [codeReview, nightTrain, `${beehives}${seen}\n`]) {
      const tldr = compress(await read(text), 'tldr') as string;
      expect(tldr).not.toContain('ghp_');
      expect(tldr).not.toMatch(/(?:BEE-\d+, ){2}|\([^()]*\)$/);
      expect(tldr).toMatch(/[.!?…]$/);
    }
  });
});

describe('the goal comes first', () => {
  /** Of the contexts, those whose goal stands at the start of what is shown. */
  async function openedBy(opening: (text: string) => Promise<string>): Promise<{ percent: number; missing: string[] }> {
    const missing: string[] = [];
    for (const { name, text, goal } of labelled) {
      const shown = squashed(await opening(text));
      if (!goal.some((part) => shown.slice(0, part.length + 60).includes(part))) missing.push(`${name}: ${shown.slice(0, 120)}`);
    }
    return { percent: Math.round((100 * (labelled.length - missing.length)) / labelled.length), missing };
  }

  test('it opens at least 70 % of the handoffs', async () => {
    expectAtLeast(70, await openedBy(async (text) => (await handoffOf(text)).context_for_successor));
  });

  test('it opens the current focus of at least 75 %', async () => {
    expectAtLeast(75, await openedBy(async (text) => (await stateOf(text)).current_focus));
  });

  test('where the last request alone says nothing, what it is about stands beside it', async () => {
    const text = `${beehives.slice(0, beehives.indexOf('Nele: Then please'))}Nele: Do it. And please write up what you did.\n`;
    for (const shown of [(await handoffOf(text)).context_for_successor, (await stateOf(text)).current_focus]) {
      expect(shown).toContain('please write up what you did');
      expect(squashed(shown.replace('Do it. And please write up what you did.', ''))).not.toBe('');
    }
    expect(missingIn(await handoffOf(text), ['The apiary app must work without a network'])).toEqual([]);
  });
});

describe('what failed is not to be repeated', () => {
  test('of the failed attempts and of why they failed, at least 56 % are there', async () => {
    expectAtLeast(56, await shareOf('handoff', ({ failed }) => failed.flat(), notToRepeat));
  });

  test('and of what is forbidden, at least 75 %', async () => {
    expectAtLeast(75, await shareOf('handoff', ({ banned }) => banned, notToRepeat));
  });

  test('but of the finished work at most 20 %', async () => {
    expectAtMost(20, await shareOf('handoff', ({ done }) => done, notToRepeat));
  });

  test('and no code, comment of code, log line or stack frame', async () => {
    expectAtMost(0, await shareOf('handoff', ({ machine }) => machine, notToRepeat));
  });
});

describe('talk ranks above code, logs and tables', () => {
  test.each(labelled.filter(({ machine }) => machine.length > 0))('in the handoff and summary of $name', async ({ text, machine }) => {
    const results = await inEveryTarget(text);
    for (const target of ['handoff', 'summary', 'tldr', 'state'] as const)
      expect(presentIn(results.get(target), machine), target).toEqual([]);
  });

  test('a shell command of a terminal session is not the whole handoff', async () => {
    const terminal = contexts.find(({ name }) => name === 'a terminal session')!;
    const { context_for_successor } = await handoffOf(terminal.text);
    expect(context_for_successor).not.toMatch(/^\W*(?:git|make|dtc|\.\/flash)\b[^.]*$/);
    expect(context_for_successor).toMatch(/measure boot time|must boot on the new board/);
  });

  const nas = `root@nas3:~# zpool status tank
  pool: tank
 state: DEGRADED
config:
        NAME        STATE     READ WRITE CKSUM
        tank        DEGRADED     0     0     0
          raidz1-0  DEGRADED     0     0     0
            sda     ONLINE       0     0     0
            sdb     FAULTED     12     0     3
root@nas3:~# zpool offline tank sdb
root@nas3:~# smartctl -a /dev/sdb | grep Realloc
  5 Reallocated_Sector_Ct   0x0033   001   001   036    Pre-fail  Always   FAILING_NOW 4040
root@nas3:~# ls -la /dev/disk/by-id | grep sdb
lrwxrwxrwx 1 root root 9 Mar  3 09:12 ata-WDC_WD40EFRX-68N32N0_WD-WCC7K5 -> ../../sdb
`;

  test('nor is one beside the two sentences that somebody says', async () => {
    const said = [
      'Please replace the broken disk sdb with the spare that lies on the shelf.',
      'Never reboot before the resilver is through.',
    ];
    const result = await handoffOf(`Olu: ${said[0]}\nOlu: ${said[1]}\n\n${nas}`);
    expect(missingIn(result, said)).toEqual([]);
    expect(result.context_for_successor).toContain(said[0]);
    expect(result.context_for_successor).not.toMatch(/^\W*(?:root@nas3|zpool|smartctl)/);
  });

  test('and where nobody says anything but commands, every target still says something', async () => {
    const results = await inEveryTarget(nas);
    expect(targets.filter((target) => !MAY_BE_EMPTY.has(target) && !carries(nas, results.get(target)!))).toEqual([]);
  });
});

describe('a decision log holds decisions', () => {
  test('at least 55 % of those that the contexts tell', async () => {
    expectAtLeast(55, await shareOf('decision_log', ({ decided }) => decided, whatOf));
  });

  test('and at most 20 % of the prohibitions', async () => {
    expectAtMost(20, await shareOf('decision_log', ({ banned }) => banned, whatOf));
  });

  /** The chat with its decisions said as plainly as can be. */
  const plainChoir = choir
    .replace(/Let's take St Anne's.*May\./, "We decided to take St Anne's for now, we can still switch until May.")
    .replace(/The committee has chosen.*returned\./, 'We decided to sing the Fauré since the altos know it already, that is final.');

  test('each with the reason that the text gives', async () => {
    const decisions = await decisionsOf(plainChoir);
    const fauré = decisions.find(({ what }) => what.includes('We decided to sing the Fauré'));
    expect(`${fauré?.what} ${fauré?.why}`).toContain('since the altos know it already');
  });

  test('reversible is only what the text lets one take back', async () => {
    const decisions = await decisionsOf(plainChoir);
    const lets = (part: string): boolean => part.includes('we can still switch until May');
    expect(decisions.length).toBeGreaterThanOrEqual(2);
    for (const { what, why, reversible } of decisions) expect(reversible, what).toBe(lets(`${what} ${why}`));
    expect(decisions.map(({ reversible }) => reversible)).toContain(true);
  });

  test.each(labelled.filter(({ text }) => text !== choir))('nothing of $name is called reversible', async ({ text }) => {
    expect((await decisionsOf(text)).filter(({ reversible }) => reversible)).toEqual([]);
  });

  test('and progress lines of a copy are none', async () => {
    const text = `ops: Move the photo archive to the new store, 2.1 TB, and check afterwards that nothing is missing.
agent: Started.
sending incremental file list
2019/img_0001.tif    48,113,664 100%  112.04MB/s    0:00:00 (xfr#1, to-chk=8112/8114)
2019/img_0002.tif    48,113,664 100%  109.87MB/s    0:00:00 (xfr#2, to-chk=8111/8114)
2019/img_0003.tif    48,113,664  61%   98.20MB/s    0:00:00
Copying 2020: 1024 of 4096 files selected, keeping newer ones
Copying 2020: 2048 of 4096 files selected, keeping newer ones
Copying 2020: 4096 of 4096 files selected, keeping newer ones
Switched to block size 1 MiB
Using checksum xxh128
agent: All copied, 8,114 files.
ops: We decided to compare by checksum and not by date because the old store has wrong dates.
ops: Please start the comparison.
`;
    const whole = whats(await decisionsOf(text));
    expect(presentIn(whole, ['img_000', 'Copying 2020', 'Switched to block size', 'Using checksum', 'sending incremental'])).toEqual([]);
    expect(missingIn(whole, ['We decided to compare by checksum'])).toEqual([]);
  });
});

describe('next actions are open steps', () => {
  test('at least 60 % of those that the contexts leave open', async () => {
    expectAtLeast(60, await shareOf('next_actions', ({ open }) => open, doOf));
  });

  test('at most 10 % of the prohibitions are among them', async () => {
    expectAtMost(10, await shareOf('next_actions', ({ banned }) => banned, doOf));
  });

  test('and at most 15 % of what is finished, ticked off or reported as done', async () => {
    expectAtMost(15, await shareOf('next_actions', ({ done }) => done, doOf));
  });

  test.each(labelled)('nothing that $name does not say is one', async ({ text }) => {
    const page = plain(text);
    for (const action of dos(await actionsOf(text)))
      for (const sentence of sentencesOf(action)) expect(page).toContain(sentence.replace(/^…|…$/g, '').trim());
  });

  test('"Do it." is not the only one', async () => {
    const text = `${beehives.slice(0, beehives.indexOf('Nele: Then please'))}Nele: Do it.\n`;
    const actions = dos(await actionsOf(text));
    expect(actions.filter((action) => action !== 'Do it.')).not.toEqual([]);
  });

  test('the rule that binds a step stands in its why or among the rules, never as a step', async () => {
    const rule = 'the release notes must not mention the name of any customer.';
    const text = `${preview}[10:20] petra: One more thing: ${rule}\n[10:21] agent: OK.\n`;
    const actions = await actionsOf(text);
    expect(presentIn(dos(actions), [rule])).toEqual([]);
    expect(dos(actions)).toContainEqual(expect.stringContaining('Release notes are yours as well'));
    expect(missingIn([...actions.map(({ why }) => why), await constraintsOf(text)], [rule])).toEqual([]);
  });
});

describe('deadlines are found', () => {
  /** Deadlines of several kinds, each in the middle of talk about something else. */
  const sentences = [
    'Sofia wants to see the menu before Friday.',
    'The oven has to be free again by 16:30.',
    'Die Speisekarte muss bis zum 12. Mai gedruckt sein.',
    'Le fournisseur attend notre commande au plus tard mardi.',
  ];
  const canteen = (sentence: string): string => `Luc: We open the canteen again after the rebuilding, please plan the first week with me.
Agent: Happy to. How many guests?
Luc: About 140 a day. The rebuilding began on 3 February and took six weeks.
Agent: I wrote a draft of five menus yesterday.
Luc: Fine. No pork, please, and nothing with nuts.
Agent: Noted.
Luc: ${sentence}
Agent: All right. On Monday we had 120 guests at the test lunch, by the way.
Luc: Good to know. Go on with the shopping list.
`;
  const past = ['began on 3 February', 'draft of five menus yesterday', 'On Monday we had 120 guests'];

  test('at least 62 % of those of the contexts', async () => {
    expectAtLeast(
      62,
      await shareOf(
        'constraints',
        ({ due }) => due,
        (result) => (result as Shape['constraints']).deadlines,
      ),
    );
  });

  test('at least three of four amid other talk, a time, a day and a date, and no day that is past', async () => {
    const missing: string[] = [];
    for (const sentence of sentences) {
      const { deadlines } = await constraintsOf(canteen(sentence));
      missing.push(...missingIn(deadlines, [sentence]));
      expect(presentIn(deadlines, past), sentence).toEqual([]);
    }
    expectAtLeast(75, { percent: 100 - 25 * missing.length, missing });
  });
});

const warehouse = `### 2 June, kick-off
Ravi: Bring the stock service over to the new cluster, shop by shop.
Ravi: Deploys only on Tuesdays.
Ravi: Each shop keeps its own database.
### 4 June
Agent: Shops 1 to 3 are over.
Ravi: Use the old image for shop 4, its printer needs it.
Agent: Shop 4 runs on the old image.
### 9 June
Ravi: The Tuesday rule is lifted, deploy any day.
Agent: Then I go on tomorrow.
Ravi: And no, not the old image for shop 5. It has a new printer.
### 10 June
Agent: Shop 5 is over with the new image, shop 6 failed its health check twice: the clock of the node was off.
Ravi: Fix the clock and repeat shop 6. Then 7 and 8.
`;

const kitchen = `Anweisung vom 3. Mai: Das Fenster in der Küche bleibt immer zu.
Anweisung vom 3. Mai: Der Herd wird um 22 Uhr abgeschaltet.
Frau Kern hat am 5. Mai die neue Lüftung abgenommen.
Der Lieferant bringt mittwochs und samstags Ware, er klingelt an der Rampe.
Anweisung vom 6. Mai: Ab sofort darf das Küchenfenster wieder offen sein, die alte Anweisung dazu gilt nicht mehr.
Anweisung vom 6. Mai: Fett nie in den Abfluss gießen.
Herr Do hat gefragt, ob der Kühlraum am Montag gereinigt wird. Die Antwort steht aus.
Bitte den Plan für nächste Woche aushängen und Frau Kern eine Kopie geben.
`;

const reception = `Dara: You take over the front desk of the clinic this week, please keep the list of rules in order.
Dara: Visitors must wear a blue badge on every floor.
Dara: Never give out the number of the night nurse.
Desk: Noted. Forty badges were printed this morning.
Dara: Parcels are accepted until 16:00 only.
Desk: The courier from the laboratory came at 15:20 and left two boxes.
Dara: Visitors no longer have to wear a blue badge, that rule is cancelled as of today.
Desk: Fine, I put the badges away.
Dara: Parcels are now accepted until 18:00 instead of 16:00.
Dara: Please tell the courier today.
`;

describe('a withdrawn rule is not shown as standing', () => {
  const rules = [
    {
      name: 'a log of days',
      text: warehouse,
      withdrawn: [['Deploys only on Tuesdays', 'The Tuesday rule is lifted']],
      stands: ['Each shop keeps its own database'],
    },
    {
      name: 'German instructions',
      text: kitchen,
      withdrawn: [['Das Fenster in der Küche bleibt immer zu', 'die alte Anweisung dazu gilt nicht mehr']],
      stands: ['Fett nie in den Abfluss gießen'],
    },
    {
      name: 'talk at a front desk',
      text: reception,
      withdrawn: [
        ['Visitors must wear a blue badge', 'Visitors no longer have to wear a blue badge'],
        ['Parcels are accepted until 16:00 only', 'Parcels are now accepted until 18:00'],
      ],
      stands: ['Never give out the number of the night nurse'],
    },
    ...labelled.filter(({ withdrawn }) => withdrawn.length > 0).map((context) => ({ ...context, stands: context.banned })),
  ] as const;

  test('without what withdrew it in more than 20 % of the results', async () => {
    const shown: string[] = [];
    let results = 0;
    for (const { name, text, withdrawn } of rules)
      for (const [target, result] of await inEveryTarget(text))
        for (const [what, by] of withdrawn) {
          results++;
          if (stringsOf(result).some((string) => string.includes(what) && !string.includes(by))) shown.push(`${name}, ${target}: ${what}`);
        }
    expectAtMost(20, { percent: Math.round((100 * shown.length) / results), shown });
  });

  test.each(rules)('while the rules of $name that hold are', async ({ text, stands }) => {
    expect(missingIn(await constraintsOf(text), stands)).toEqual([]);
  });

  test('and a rule that nobody withdrew stays', async () => {
    const text = warehouse.replace('The Tuesday rule is lifted, deploy any day.', 'Tuesday was fine, thanks for that.');
    expect(missingIn(await constraintsOf(text), ['Deploys only on Tuesdays.'])).toEqual([]);
  });
});
