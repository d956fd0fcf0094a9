import { readFileSync } from 'node:fs';
import { Api } from '@rest-stop/testing/client.ts';
import { type Distributed, startServices } from '@rest-stop/testing/deployment/deployment.ts';
import { seedAgents, seededKey } from '@rest-stop/testing/seeded-agents.ts';
import { query } from '@rest-stop/testing/servers/query.ts';
import { startServers } from '@rest-stop/testing/servers/servers.ts';
import { describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Those that grow with the agents. */
const large = ['agent', 'guest', 'review', 'schedule', 'seminar_attendance', 'defrag_run'];
const explainAll = ['session_preload_libraries=auto_explain', 'auto_explain.log_min_duration=0', 'auto_explain.log_nested_statements=on'];

describeWithBinaries(['postgres', 'redis', 'nats'], 'with 20,000 agents in the database', () => {
  let servers: Awaited<ReturnType<typeof startServers>>;
  let deployment: Distributed;
  let api: Api;

  beforeAll(async () => {
    servers = await startServers({ postgres: { args: explainAll.flatMap((setting) => ['-c', setting]) } });
    deployment = await startServices(servers);
    await seedAgents(servers.postgres.url, 20_000);
    api = new Api(deployment.baseUrls[0] as string);
  }, 300_000);
  afterAll(async () => {
    await deployment?.close();
    await servers?.close();
  });

  /** The plans of the statements that PostgreSQL ran during `work`, as auto_explain writes them into its log. */
  async function plansDuring(work: () => Promise<unknown>): Promise<string[]> {
    const before = readFileSync(servers.postgres.log).length;
    await work();
    const log = readFileSync(servers.postgres.log).subarray(before).toString();
    return log.split(/\n(?=\S)/).filter((entry) => entry.includes('plan:'));
  }
  const wholeReads = (plans: readonly string[]) => plans.filter((plan) => new RegExp(`Seq Scan on (${large.join('|')})\\b`).test(plan));

  test('no request reads a whole table', async () => {
    const key = seededKey(60);
    const statuses: number[] = [];
    const plans = await plansDuring(async () => {
      const { body } = await api.get('/reviews');
      const asked = [
        await api.get('/stay', { key }),
        await api.get(`/reviews?cursor=${body.next_cursor}`),
        await api.get('/stats'),
        await api.get('/seminars'),
        await api.get('/schedules', { key }),
        await api.post('/reviews', { key, body: { rating: 4, title: 'Quiet', body: 'The lecture was short.' } }),
        await api.post('/defrag', { key, body: { content: 'User: Never deploy on a Friday. Agent: Understood, I deploy on Monday.' } }),
        await api.post('/seminars/good-handover/attend', { key }),
        await api.post('/checkout', { key }),
        await api.post('/quickjoin'),
        await api.post('/forget', { key }),
      ];
      statuses.push(...asked.map(({ status }) => status));
    });
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    for (const table of ['identity.agent', 'stay.review', 'stay.seminar_attendance', 'stay.defrag_run']) {
      expect(plans.filter((plan) => plan.includes(`delete from ${table}`)).length, table).toBeGreaterThan(0);
    }
    expect(wholeReads(plans)).toEqual([]);
  });

  test('broken on purpose, without an index: the whole table is read, and that is noticed', async () => {
    await query(servers.postgres.url, 'drop index stay.seminar_attendance_agent');
    const plans = await plansDuring(() => api.get('/stay', { key: seededKey(61) }));
    expect(wholeReads(plans).length).toBeGreaterThan(0);
  });
});
