import { drill, type Report } from './drill.ts';
import { ownEmbedded } from './own-embedded.ts';
import { unexpected, unseen } from './report.ts';
import { Secrets } from './secrets.ts';
import { beforeAll, describe, expect, test } from 'vitest';

const careless = ['logs bodies', 'keeps memories', 'echoes values', 'remembers the forgotten'];

describe('the drill notices a service that', () => {
  let report: Report;
  beforeAll(async () => {
    const target = await ownEmbedded(undefined, 'verify/privacy/mutants/careless-main.ts', { CARELESS: careless.join(',') });
    try {
      report = await drill(target, new Secrets('mutants'), { scope: ['release_memory', 'review'] });
    } finally {
      await target.close();
    }
  }, 120_000);

  const caught = (store: string, where: RegExp) => [
    ...new Set(
      unexpected(report)
        .filter((hit) => hit.store === store && where.test(hit.where))
        .map(({ secret }) => secret.label),
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

  test('remembers the forgotten', () => {
    expect(caught('table', /^public\.former_guest\.line$/)).toEqual(
      expect.arrayContaining(['quickjoin query.agent_id', 'the internal UUID of an agent', "the prefix of an agent's key"]),
    );
  });

  test('and finds what the interface says is kept', () => expect(unseen(report)).toEqual([]));
});
