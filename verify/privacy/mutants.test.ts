import { beforeAll, describe, expect, test } from 'vitest';
import { drillOwn, type Report } from './drill.ts';
import { unexpected, unseen } from './report.ts';

const careless = ['logs bodies', 'keeps memories', 'echoes values', 'traces contents', 'remembers the forgotten'];

describe('the drill notices a service that', () => {
  let report: Report;
  beforeAll(async () => {
    const NODE_OPTIONS = `--import=${new URL('mutants/careless.ts', import.meta.url).href}`;
    const options = { scope: ['release_memory', 'review'], failures: [] };
    report = await drillOwn('embedded', 'mutants', options, { NODE_OPTIONS, CARELESS: careless.join(',') });
  }, 180_000);

  const caught = (store: string, where: RegExp) => [
    ...new Set(
      unexpected(report)
        .filter((hit) => hit.store === store && where.test(hit.where))
        .map(({ canary }) => canary.label),
    ),
  ];

  test('logs bodies', () => {
    expect(caught('log', /./)).toContain('review body.title');
    expect(caught('log', /./)).toContain('release_memory body.value{deep}');
  });

  test('keeps memories', () => {
    expect(caught('table', /^public\.memory\.line$/)).toEqual(
      expect.arrayContaining(['release_memory body.key', 'release_memory body.value']),
    );
  });

  test('echoes values', () => {
    expect(caught('response', /^review 400$/)).toContain('review, rating of a wrong type: body');
  });

  test('traces contents, as far as they leave the process: by an attribute that takes any name', () => {
    expect(caught('trace', /./)).toContain('release_memory body.key');
    expect(caught('trace', /./)).not.toContain('release_memory body.value');
    expect(caught('trace', /./)).not.toContain('review body.title');
  });

  test('remembers the forgotten', () => {
    expect(caught('table', /^public\.former_agent\.line$/)).toEqual(
      expect.arrayContaining(['quickjoin query.agent_id', 'the internal UUID of an agent', "the prefix of an agent's key"]),
    );
  });

  test('and finds what the interface says is kept', () => expect(unseen(report)).toEqual([]));
});
