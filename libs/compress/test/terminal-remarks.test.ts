import { describe, expect, test } from 'vitest';
import { handoffOf } from './asked.ts';
import { missingIn, stringsOf } from './results.ts';

const session = `# taking over the nightly restore test on host bkp-02

kim@bkp-02:~$ uptime
 06:14:02 up 41 days,  3:12,  2 users,  load average: 0.21, 0.30, 0.33

# The goal: the backup of the orders database must be restorable again, and the test must be green by Friday noon.
# Rule from Amir: nothing may be restored onto prod-db-1, only onto rst-01.

kim@bkp-02:~$ scp orders.dump rst-01:/restore/
scp: write remote "/restore/orders.dump": No space left on device

# scp onto rst-01 failed, the disk there is full.
# do NOT delete /restore/old-2024-11, it is on legal hold until March.

# what's left:
#  1) stream the dump into pg_restore over ssh
#  2) find out why the backup of the 19th is missing
`;
const said = [
  'nothing may be restored onto prod-db-1, only onto rst-01.',
  'do NOT delete /restore/old-2024-11',
  'scp onto rst-01 failed',
  'the backup of the orders database must be restorable again',
];

describe('a session in a terminal, told in remarks', () => {
  test.each([
    ['as it stands', session],
    ['the remarks alone', session.replace(/^[^#\n].*\n/gm, '')],
    ['with one prompt', `kim@bkp-02:~$ ls\n\n${session.replace(/^[^#\n].*\n/gm, '')}`],
  ])('%s', async (_, text) => {
    expect(missingIn(stringsOf(await handoffOf(text)), said)).toEqual([]);
  });
});
