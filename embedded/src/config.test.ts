import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const offline = { AI_PROVIDER: 'offline' };
const journalIn = (ERASURE_JOURNAL: string, DATA_DIR: string, more = {}) => readConfig({ ...offline, DATA_DIR, ERASURE_JOURNAL, ...more });

test.each([
  ['/srv/data/journal', '/srv/data'],
  ['/srv/data', '/srv/data/'],
  ['.rest-stop/a/../journal', './.rest-stop'],
  ['/srv/data/..journal', '/srv/data'],
])('an erasure journal in %s is refused with the data folder %s: both would be restored together', (journal, folder) => {
  expect(() => journalIn(journal, folder)).toThrow('ERASURE_JOURNAL: must lie outside of DATA_DIR');
});

test.each([
  ['/srv/data-journal', '/srv/data'],
  ['../journal', '.rest-stop'],
  ['/srv', '/srv/data'],
])('an erasure journal in %s is taken with the data folder %s', (journal, folder) => {
  expect(journalIn(journal, folder)).toMatchObject({ journal: { directory: journal, keptDays: 35 } });
});

test('where the database is a server, there is no data folder to lie in', () => {
  expect(() => journalIn('/srv/data/journal', '/srv/data', { DATABASE_URL: 'postgres://db' })).not.toThrow();
});
