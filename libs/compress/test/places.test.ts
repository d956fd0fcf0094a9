import { targets } from '@rest-stop/contracts/defrag.ts';
import { describe, expect, test } from 'vitest';
import { expectAtLeast, expectAtMost, handoffOf, labelled, notToRepeat, shareOf, stateOf, carries, MAY_BE_EMPTY } from './asked.ts';
import { contexts } from './contexts.ts';
import { inEveryTarget, missingIn, presentIn, squashed } from './results.ts';
import { beehives } from './small-contexts.ts';

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
