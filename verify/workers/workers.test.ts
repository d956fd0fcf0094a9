import { Api } from '@rest-stop/testing/client.ts';
import { startNats } from '@rest-stop/testing/servers/nats.ts';
import type { Server } from '@rest-stop/testing/servers/server.ts';
import { describeWith, describeWithBinaries } from '@rest-stop/testing/servers/suites.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Patience, sendJob } from './client.ts';
import { totalsOf, wrongs } from './totals.ts';
import { jobMetricsOf, type Fleet, living, startFleet, type Worker } from './fleet.ts';
import { seeded } from '@rest-stop/testing/random.ts';
import { playRound, wrongEnds } from './round.ts';

const slots = 4;
const jobMs = 300;
/** Once, without coming back. */
const once: Patience = { callMs: 65_000, jobMs: 0 };

describeWithBinaries(['nats'], 'workers as processes', () => {
  describeWith(['postgres', 'redis'], 'behind a gateway', ({ postgres, redis }) => {
    let nats: Server;
    let fleet: Fleet;
    /** One agent may not fill the workers, so the jobs come from several. */
    let keys: string[];
    let next = 0;
    beforeAll(async () => {
      nats = await startNats({ prefix: '*' });
      fleet = await startFleet({ postgres, redis, nats }, { workers: 2, slots, jobMs });
      keys = await Promise.all(Array.from({ length: 10 }, async () => (await new Api(fleet.baseUrl).join()).key));
    });
    afterAll(async () => {
      await fleet?.close();
      await nats?.close();
    });
    beforeEach(() => {
      fleet.provider.jobMs = jobMs;
    });

    const send = (name: string) => sendJob(fleet.baseUrl, keys[next++ % keys.length]!, `job-${name}`, once);
    const statusOf = async (name: string) => (await send(name)).calls[0]?.status;
    const inHand = ({ name }: Worker) => fleet.provider.work.filter((work) => work.worker === name && work.endedAt === undefined);
    /** Sends jobs one after the other until one is in the hands of `worker`; answers its promise and its name. */
    async function jobOn(worker: Worker, label: string) {
      for (let i = 0; i < 50; i++) {
        const name = `${label}-${i}`;
        const sent = send(name);
        await expect.poll(() => fleet.provider.work.some(({ job }) => job === `job-${name}`)).toBe(true);
        if (inHand(worker).some(({ job }) => job === `job-${name}`)) return { sent, name };
      }
      throw new Error(`no job reached ${worker.name}`);
    }

    test('40 jobs at once on two workers with four places: both are full, none over, every request is answered', async () => {
      const { totals } = await playRound(fleet, 'spread', 40, [], seeded(1).next);
      expect(wrongs(totals, slots)).toEqual([]);
      expect(totals.most).toEqual({ 'worker-1': slots, 'worker-2': slots });
      for (const worker of living(fleet)) {
        const counted = await jobMetricsOf(worker);
        expect(counted).toMatchObject({ rest_stop_ai_jobs_in_flight: 0, rest_stop_ai_jobs_capacity: slots });
        expect(counted['rest_stop_ai_jobs_total{operation="defrag",outcome="ok"}']).toBe(totals.done[worker.name]);
      }
    });

    test('one agent that asks for more than all places gets half of them and is told so; others are served meanwhile', async () => {
      fleet.provider.jobMs = 6_000;
      const first = fleet.provider.work.length;
      const [greedy, ...others] = keys as [string, ...string[]];
      const asked = (key: string, name: string) => sendJob(fleet.baseUrl, key, `job-${name}`, once);
      const many = Array.from({ length: 4 * slots }, (_, i) => asked(greedy, `greedy-${i}`));
      await expect.poll(() => fleet.provider.work.length - first).toBe(slots);
      fleet.provider.jobMs = 10;
      const served = [];
      for (const [i, key] of others.entries()) served.push((await asked(key, `other-${i}`)).calls[0]?.status);
      expect(new Set(served)).toEqual(new Set([200]));
      const statuses = (await Promise.all(many)).map(({ calls }) => calls[0]?.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(slots);
      expect(statuses.filter((status) => status === 503)).toHaveLength(3 * slots);
    });

    test('one worker killed and one told to stop in the middle: no reply is lost, what the killed one had another does', async () => {
      fleet.provider.jobMs = 1_000;
      const { totals, ended } = await playRound(fleet, 'ends', 6, ['SIGKILL', 'SIGTERM'], seeded(2).next);
      expect(wrongs(totals, slots)).toEqual([]);
      expect(wrongEnds(ended)).toEqual([]);
      expect(ended.map(({ by, inHand: had }) => [by, had > 0])).toEqual([
        ['SIGKILL', true],
        ['SIGTERM', true],
      ]);
      expect(ended[0]?.takenOver).toBe(ended[0]?.inHand);
    });

    test('a worker that hangs is given up after its silence, and the job done elsewhere, never by the same one again', async () => {
      const [hung] = living(fleet) as [Worker];
      fleet.provider.jobMs = 1_000;
      const held = await jobOn(hung, 'held');
      await hung.child.kill('SIGSTOP');
      // The queue group does not know that it hangs: some of these reach it first.
      const more = await Promise.all(Array.from({ length: 6 }, (_, i) => send(`meanwhile-${i}`)));
      const jobs = [await held.sent, ...more];
      await hung.child.kill('SIGCONT');
      expect(jobs.map(({ calls }) => calls[0]?.status)).toEqual(jobs.map(() => 200));
      expect(jobs[0]?.calls[0]?.from).not.toBe(hung.name);
      // Told that nobody waits any more, it drops what it finds when it wakes.
      await expect.poll(() => jobMetricsOf(hung)).toMatchObject({ rest_stop_ai_jobs_in_flight: 0 });
      expect(await statusOf('awake')).toBe(200);
    });

    test('a reply larger than any message: 502, and the worker goes on', async () => {
      fleet.provider.textFor = () => 'large '.repeat(200_000);
      expect(await statusOf('large')).toBe(502);
      fleet.provider.textFor = ({ worker }) => `A small one, says ${worker}.`;
      expect(await Promise.all(['small-1', 'small-2', 'small-3'].map(statusOf))).toEqual([200, 200, 200]);
      expect(
        living(fleet)
          .map(({ child }) => child.output())
          .join('\n'),
      ).not.toContain('NATS disconnected');
    });

    test('NATS killed under load and started again: 503 while it is away, then all goes on, and nothing stale is done', async () => {
      fleet.provider.jobMs = 1_000;
      const first = fleet.provider.work.length;
      const early = Array.from({ length: 6 }, (_, i) => send(`before-${i}`));
      await expect.poll(() => fleet.provider.work.length).toBe(first + 6);
      await nats.kill('SIGKILL');
      await expect.poll(() => statusOf('again-away')).toBe(503);
      const during = await Promise.all(Array.from({ length: 10 }, (_, i) => send(`during-${i}`)));
      expect(during.map(({ calls }) => calls[0]?.status)).toEqual(during.map(() => 503));
      // Until the early jobs are done: their replies find no way.
      await expect.poll(() => fleet.provider.work.slice(first).every(({ endedAt }) => endedAt !== undefined)).toBe(true);
      await nats.crash();
      await expect.poll(() => statusOf('again')).toBe(200);
      const jobs = [...during, ...(await Promise.all(early))];
      const { answers, lost, startedForNobody } = totalsOf({ jobs, work: workSince(first), workers: fleet.workers, slots });
      expect({ lost, startedForNobody }).toEqual({ lost: 0, startedForNobody: 0 });
      for (const status of Object.keys(answers)) expect(['200', '503']).toContain(status);
    });

    /** The work for the jobs of these tests since the `first`th, without the polls for recovery. */
    function workSince(first: number) {
      return fleet.provider.work.slice(first).filter(({ job }) => !job.startsWith('job-again'));
    }
  });
});
