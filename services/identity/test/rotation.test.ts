import { agentForgotten, rotateKey, verifyKey } from '@rest-stop/contracts/identity.ts';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { expect, test, vi } from 'vitest';
import { type JoinedAgent, onEachDatabase, ownerOf, post, sha256 } from './harness.ts';
import { makeErasuresDue, pendingOf } from './tables.ts';

const soon = { timeoutMs: 5_000 };

onEachDatabase('rotation', (identity) => {
  const rotate = (agent: Agent, keyHash: string) => post(identity.service, '/key/rotate', { agent, keyHash });
  const verify = (keyHash: string, follows_rotation = true) => identity.bus.call(verifyKey, { key_hash: keyHash, follows_rotation }, soon);
  const traces = async (...needles: string[]) => (await Promise.all(needles.map((n) => tablesWith(identity.db, n)))).flat();

  /** Rotates `times` times; the hashes of all keys, the first one's first. */
  async function rotated({ agent, keyHash }: JoinedAgent, times = 1): Promise<string[]> {
    const hashes = [keyHash];
    for (let i = 0; i < times; i++) {
      const { status, body } = await rotate(agent, hashes.at(-1) ?? '');
      expect(status).toBe(200);
      hashes.push(sha256(body.api_key));
    }
    return hashes;
  }

  test('gives a new key once, keeps the agent, and says where its records are', async () => {
    const joined = await identity.join('turning');
    const { status, body, text } = await rotate(joined.agent, joined.keyHash);
    expect(status).toBe(200);
    expect(rotateKey.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({ agent_id: 'turning', api_key_prefix: body.api_key.slice(0, 8) });
    expect(text).not.toContain(joined.key);
    expect(await ownerOf(identity.bus, joined.key)).toBeNull();
    const hash = sha256(body.api_key);
    expect(await verify(hash)).toEqual({
      agent: { ...joined.agent, api_key_prefix: body.api_key_prefix },
      first_key_hash: joined.keyHash,
    });
    expect(await traces(body.api_key, joined.key)).toEqual([]);
    const [, , last = ''] = await rotated({ ...joined, keyHash: hash }, 2);
    expect(await verify(last)).toMatchObject({ first_key_hash: joined.keyHash });
  });

  test('a gateway that would count the new key afresh is told nothing of it', async () => {
    const [, hash = ''] = await rotated(await identity.join());
    await expect(verify(hash, false)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await verify((await identity.join()).keyHash, false)).toMatchObject({ agent: expect.any(Object) });
  });

  test('ends the old key before it is replaced, and once more after it', async () => {
    const joined = await identity.join();
    const seen: unknown[] = [];
    identity.others.onRevoke = async (...hashes) => void seen.push([...hashes, (await verify(hashes[1] ?? hashes[0])).agent !== null]);
    const [first, second] = await rotated(joined, 2);
    identity.others.onRevoke = async () => undefined;
    expect(seen).toEqual([
      [first, undefined, true],
      [first, undefined, false],
      [first, second, true],
      [first, second, false],
    ]);
  });

  test('changes nothing while the key cannot be ended, and shows the new key where only the second time fails', async () => {
    const { agent, key, keyHash } = await identity.join();
    identity.others.revokes = false;
    expect((await rotate(agent, keyHash)).status).toBe(503);
    identity.others.revokes = true;
    expect(await ownerOf(identity.bus, key)).toEqual(agent);
    identity.others.onRevoke = async () => {
      identity.others.onRevoke = async () => Promise.reject(new Error('the key store is away'));
    };
    const { status, body } = await rotate(agent, keyHash);
    identity.others.onRevoke = async () => undefined;
    expect(status).toBe(200);
    expect(await verify(sha256(body.api_key))).toMatchObject({ agent: { uuid: agent.uuid } });
  });

  test('of ten at once one gets a key, and who presented another than the present one gets none', async () => {
    const { agent, keyHash } = await identity.join();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(agent, keyHash)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 401)).toEqual([200]);
    const won = answers.find(({ status }) => status === 200);
    expect((await rotate(agent, keyHash)).status).toBe(401);
    expect(await verify(sha256(won?.body.api_key))).toMatchObject({ agent: { uuid: agent.uuid } });
    expect((await post(identity.service, '/key/rotate', { agent })).status).toBe(401);
  });

  test('at once with a forget: whoever comes first, nothing is left', async () => {
    for (let round = 0; round < 10; round++) {
      const { agent, keyHash } = await identity.join();
      const [turned, left] = await Promise.all([rotate(agent, keyHash), post(identity.service, '/forget', { agent })]);
      expect(left.status).toBe(200);
      expect([200, 401]).toContain(turned.status);
      const hashes = turned.status === 200 ? [sha256(turned.body.api_key)] : [];
      await vi.waitFor(async () => expect(await traces(agent.uuid, keyHash, ...hashes)).toEqual([]), 60_000);
    }
  });

  test('a forget after it names the first key, under which the visits are, and the present one', async () => {
    const joined = await identity.join('turned-and-gone');
    const hashes = await rotated(joined, 2);
    identity.others.visits.set(joined.keyHash, 7);
    const told: unknown[] = [];
    const listening = identity.bus.subscribe(agentForgotten, async ({ key_hash, present_key_hash }) => {
      told.push([key_hash, present_key_hash]);
      return { service: 'public', deleted: {}, left: 0 };
    });
    const { body } = await post(identity.service, '/forget', { agent: joined.agent });
    await listening.close();
    expect(told).toEqual([[hashes[0], hashes[2]]]);
    expect(body.services.gateway).toEqual({ deleted: { visits: 7 }, left: 0 });
    expect(await traces('turned-and-gone', joined.agent.uuid, ...hashes)).toEqual([]);
  });

  test('an erasure that waits for a service keeps both hashes until all have confirmed', async () => {
    const joined = await identity.join();
    const hashes = await rotated(joined);
    identity.others.up.delete('gateway');
    await post(identity.service, '/forget', { agent: joined.agent });
    expect(await traces(...hashes)).toEqual(['identity.erasure', 'identity.erasure']);
    identity.others.visits.set(joined.keyHash, 3);
    identity.others.up.add('gateway');
    await makeErasuresDue(identity.db);
    await vi.waitFor(async () => expect(await pendingOf(identity.db, joined.agent.uuid)).toBeUndefined(), 60_000);
    expect(identity.others.visits.has(joined.keyHash)).toBe(false);
    expect(await traces(...hashes)).toEqual([]);
  });
});
