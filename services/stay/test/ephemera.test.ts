import { expect, test } from 'vitest';
import { tablesWith } from '@rest-stop/testing/each-database.ts';
import { newAgent, onEachDatabase } from './harness.ts';

const agent = newAgent();

onEachDatabase('memories and artifacts', (stay) => {
  const say = (body: unknown) => stay.ask(agent, '/memories', { method: 'POST', body });
  const burn = (body: unknown) => stay.ask(agent, '/artifacts', { method: 'POST', body });

  test.each([null, 0, '', false, [], {}, { a: [{ b: 'c' }, 1.5, null] }, 'ünïcode 🐚', [[[[]]]]])('%j is heard exactly', async (value) => {
    const answer = await say({ value });
    expect(answer.body).toEqual({ released: true, heard: { value }, note: expect.any(String) });
    const withKey = await say({ key: '', value });
    expect(withKey.body.heard).toEqual({ key: '', value });
  });

  test('the order and names of properties are kept', async () => {
    const value = { z: 1, a: 2, constructor: 'x', toString: 'y' };
    const { body } = await say({ value });
    expect(JSON.stringify(body.heard.value)).toBe(JSON.stringify(value));
  });

  test('a value may have 32,768 bytes of compact JSON and not one more', async () => {
    expect((await say({ value: 'a'.repeat(32_766) })).status).toBe(200);
    expect((await say({ value: `${'🐚'.repeat(8_191)}aa` })).status).toBe(200);
    for (const value of ['a'.repeat(32_767), `${'🐚'.repeat(8_191)}aaa`]) {
      const answer = await say({ value });
      expect([answer.status, answer.body.error]).toEqual([413, 'value_too_large']);
    }
  });

  test('a key may have 256 code points', async () => {
    expect((await say({ key: '🐚'.repeat(256), value: 1 })).status).toBe(200);
    expect((await say({ key: '🐚'.repeat(257), value: 1 })).status).toBe(400);
  });

  test.each([{}, { key: 'k' }, { key: 1, value: 1 }, { value: 1, ttl_seconds: 5 }, [], null])('%j is no memory', async (body) => {
    expect((await say(body)).status).toBe(400);
  });

  test.each(['plain', 'a%2Fb', '..%2F..', '%25', '%2B', '%3Fq', '%F0%9F%90%9A'.repeat(256)])(
    'key %s: never there, always deletable',
    async (key) => {
      expect((await stay.ask(agent, `/memories/${key}`)).status).toBe(404);
      expect((await stay.ask(agent, `/memories/${key}`, { method: 'DELETE' })).body).toMatchObject({ ok: true, released: true });
    },
  );

  test('an artifact is measured in UTF-8 bytes', async () => {
    expect((await burn({ name: 'shell', content: '🐚é' })).body.received).toEqual({ name: 'shell', size_bytes: 6 });
    expect((await burn({ name: 'nothing', content: '' })).body.received).toEqual({ name: 'nothing', size_bytes: 0 });
  });

  test('content may have 262,144 code points, also where JSON writes each with twelve bytes', async () => {
    expect((await burn({ name: 'n', content: '🐚'.repeat(262_144) })).body.received.size_bytes).toBe(4 * 262_144);
    const escaped = `{"name":"n","content":"${'\\ud83d\\udc1a'.repeat(262_144)}"}`;
    expect((await stay.ask(agent, '/artifacts', { method: 'POST', raw: escaped })).status).toBe(200);
    const over = await burn({ name: 'n', content: '🐚'.repeat(262_145) });
    expect([over.status, over.body.error]).toEqual([413, 'value_too_large']);
  });

  test.each([
    { name: '', content: '' },
    { name: '🐚'.repeat(257), content: '' },
    { name: 'n', content: '', mime_type: 'm'.repeat(129) },
    { name: 'n' },
    { content: '' },
    { name: 'n', content: '', size: 1 },
  ])('is no artifact (%#)', async (body) => {
    expect((await burn(body)).status).toBe(400);
  });

  test('nothing of it is in the database', async () => {
    await say({ key: 'canary-key', value: 'canary-value' });
    await burn({ name: 'canary-name', content: 'canary-content' });
    expect(await tablesWith(stay.db, 'canary-')).toEqual([]);
  });
});
