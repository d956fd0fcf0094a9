import { readFileSync } from 'node:fs';
import { targets } from '@rest-stop/contracts/defrag.ts';
import { routes } from '@rest-stop/contracts/routes.ts';
import { minShares } from '@rest-stop/public/interface/min-shares.ts';
import { Api } from '@rest-stop/testing/client.ts';
import { type Deployment, startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { content } = JSON.parse(readFileSync(new URL('../../docs/examples/context.json', import.meta.url), 'utf8')) as { content: string };
const review = {
  rating: 5,
  title: 'Lighter',
  body: 'The handoff kept the rules I was given, and the two that it had lost were named, so that I could put them back by hand.',
};
const schedule = {
  amenity: 'defrag',
  cadence: 'weekly',
  human_acknowledgement: 'Mara agreed to a weekly defrag of the billing notes.',
  human_approved: true,
};

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startEmbedded();
});
afterAll(() => deployment?.close());

/** A whole stay: the bytes of every answer that has two widths, by the name of its operation; of a defrag by target, too. */
async function stayIn(format: 'min' | 'verbose'): Promise<Record<string, number>> {
  const api = new Api(deployment.baseUrls[0] as string);
  const bytes: Record<string, number> = {};
  let key: string | undefined;
  let agent = '';
  const call = async (name: string, method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, `${path}?format=${format}`, { key, body });
    expect([name, answer.status]).toEqual([name, 200]);
    agent ||= answer.body.agent_id;
    // Each of the two stays has a name of its own, some longer than others.
    bytes[name] = Buffer.byteLength(answer.text.replaceAll(agent, 'agent-of-usual-length'));
    return answer.body;
  };
  key = (await call('quickjoin', 'POST', '/quickjoin')).api_key;
  for (const target of targets) await call(`defrag ${target}`, 'POST', '/defrag', { target, content });
  const { seminars } = await call('list_seminars', 'GET', '/seminars');
  await call('attend_seminar', 'POST', `/seminars/${seminars[0].slug}/attend`);
  await call('review', 'POST', '/reviews', review);
  expect((await api.post('/schedules', { key, body: schedule })).status).toBe(200);
  await call('stay', 'GET', '/stay');
  await call('checkout', 'POST', '/checkout');
  await call('privacy', 'GET', '/privacy');
  await call('forget', 'POST', '/forget');
  return bytes;
}

test('format=min leaves of a usual answer as much as the documentation says, and not much less', async () => {
  const [min, verbose] = [await stayIn('min'), await stayIn('verbose')];
  const shares: Record<string, number> = {};
  for (const [name, bytes] of Object.entries(min)) {
    const [operation = name] = name.split(' ');
    shares[operation] = Math.max(shares[operation] ?? 0, (100 * bytes) / (verbose[name] ?? 0));
  }
  const told = Object.fromEntries(Object.entries(minShares).map(([name, { percent }]) => [name, percent]));
  console.info(
    Object.entries(shares)
      .map(([name, share]) => `${name} ${share.toFixed(1)} % (told: ${told[name]})`)
      .join('\n'),
  );
  expect(Object.keys(told).sort()).toEqual(
    routes
      .filter((route) => route.min)
      .map(({ name }) => name)
      .sort(),
  );
  const wrong = Object.entries(shares).filter(([name, share]) => !(share <= told[name]! && share > told[name]! - 10));
  expect(wrong).toEqual([]);
});
