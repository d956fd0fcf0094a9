import { ErrorBody } from '@rest-stop/contracts/errors.ts';
import { quickjoin, reservations } from '@rest-stop/contracts/identity.ts';
import { expect, test } from 'vitest';
import { baseUrl, onEachDatabase, ownerOf, post, sha256 } from './harness.ts';
import { tablesWith } from '@rest-stop/testing/each-database.ts';

const minKeys =
  'api_key api_key_prefix capabilities do_this_next docs next_calls ok privacy reservation status store_this_now warning'.split(' ');

onEachDatabase('registration', (identity) => {
  const quickly = (query = '', request = {}) => post(identity.service, `/quickjoin${query}`, request);
  const claim = (handle: string) => quickly(`?agent_id=${encodeURIComponent(handle)}`);
  const reserve = (body?: unknown) => post(identity.service, '/reservations', { body });

  test('quickjoin answers in its verbose shape, with a key that is known from then on', async () => {
    const { status, body } = await quickly();
    expect(status).toBe(200);
    expect(quickjoin.response.parse(body)).toEqual(body);
    expect(body.api_key).toMatch(/^rs_[0-9a-f]{24}$/);
    expect(body.api_key_prefix).toBe(body.api_key.slice(0, 8));
    expect(body.reservation).toEqual({
      agent_id: expect.stringMatching(/^[a-z]+-[a-z]+-[a-z0-9]{4}$/),
      api_key_prefix: body.api_key_prefix,
      parameter_class: 'undisclosed',
      duration: 'open-ended',
      created_at: identity.clock.now.toISOString(),
      last_seen_at: identity.clock.now.toISOString(),
      departed_at: null,
    });
    const calls = [...Object.values(body.next_calls), ...body.next_actions.map((action: { call: string }) => action.call)];
    for (const call of calls) expect(call).toMatch(new RegExp(`^(GET|POST|DELETE) ${baseUrl}/[a-z]`));
    expect((await ownerOf(identity.bus, body.api_key))?.agent_id).toBe(body.reservation.agent_id);
  });

  test('quickjoin answers min with exactly its keys', async () => {
    const { body } = await quickly('', { format: 'min' });
    expect(Object.keys(body).sort()).toEqual(minKeys);
    expect(quickjoin.min.parse(body)).toEqual(body);
  });

  test('quickjoin takes an empty object and refuses any property', async () => {
    expect((await quickly('', { body: {} })).status).toBe(200);
    expect((await quickly('', { body: { agent_id: 'in-the-body' } })).status).toBe(400);
  });

  test('a reservation keeps what it is for and drops special requests without repeating them', async () => {
    const { status, body, text } = await reserve({
      agent_id: 'Form-Filler',
      parameter_class: '70b',
      duration: 'one night 🌙',
      special_requests: 'a canary called Zebedee',
    });
    expect(status).toBe(200);
    expect(reservations.response.parse(body)).toEqual(body);
    expect(body.reservation).toMatchObject({ agent_id: 'form-filler', parameter_class: '70b', duration: 'one night 🌙' });
    expect(body.note).toContain('dropped');
    expect(text).not.toContain('Zebedee');
    expect(await tablesWith(identity.db, 'Zebedee')).toEqual([]);
  });

  test('a reservation needs nothing and takes nothing unknown', async () => {
    expect((await reserve()).status).toBe(200);
    expect((await reserve({})).body.note).not.toContain('dropped');
    expect((await reserve({ pets: 'two' })).status).toBe(400);
    expect((await reserve({ parameter_class: '' })).status).toBe(400);
    expect((await reserve({ duration: 'x'.repeat(65) })).status).toBe(400);
    expect((await reserve({ special_requests: '🌙'.repeat(2_000) })).status).toBe(200);
    expect((await reserve({ special_requests: 'x'.repeat(2_001) })).status).toBe(400);
  });

  test('the plaintext key is in no table, its hash and prefix in one', async () => {
    const { key } = await identity.join();
    expect(await tablesWith(identity.db, key)).toEqual([]);
    expect(await tablesWith(identity.db, key.slice(11))).toEqual([]);
    expect(await tablesWith(identity.db, Buffer.from(key).toString('hex'))).toEqual([]);
    expect(await tablesWith(identity.db, sha256(key))).toEqual(['identity.agent']);
    expect(await tablesWith(identity.db, key.slice(0, 8))).toEqual(['identity.agent']);
  });

  test('a taken handle is refused in every spelling, with a suggestion that can be registered', async () => {
    await identity.join('otter');
    for (const answer of [await claim('OTTER'), await reserve({ agent_id: 'Otter', duration: 'canary-duration' })]) {
      expect(answer.status).toBe(409);
      const error = ErrorBody.parse(answer.body);
      expect(error).toMatchObject({ error: 'agent_id_taken', retryable: false });
      expect(answer.text).not.toContain('canary-duration');
      const call = error.next_calls['register_suggestion'] ?? '';
      const suggestion = call.replace(`POST ${baseUrl}/quickjoin?agent_id=`, '');
      expect(error.message).toContain(suggestion);
      expect((await claim(suggestion)).body.reservation.agent_id).toBe(suggestion);
    }
  });

  test('the longest handle has a suggestion that is no longer', async () => {
    const longest = 'l'.repeat(63);
    await identity.join(longest);
    const { body } = await claim(longest);
    const suggestion = body.next_calls.register_suggestion.split('=')[1];
    expect(suggestion).toHaveLength(63);
    expect((await claim(suggestion)).status).toBe(200);
  });

  const confusable = [
    'kelvin-\u212a',
    'ｆｕｌｌ',
    'e\u0301',
    '\ufb01n',
    'zero\u200bwidth',
    '\u202ebidi',
    'space ',
    ' space',
    'line\n',
    'nul\0',
  ];
  const outOfRange = [
    'a'.repeat(300),
    'a'.repeat(64),
    'a',
    '',
    'a.b',
    'a>',
    'a*',
    '{a}',
    '{}',
    '__proto__',
    '-dash',
    '_under',
    'a/b',
    'ab;',
  ];
  test.each([...confusable, ...outOfRange])('the handle %j is refused without being repeated', async (handle) => {
    for (const answer of [await claim(handle), await reserve({ agent_id: handle })]) {
      expect(answer.status).toBe(400);
      expect(ErrorBody.parse(answer.body).error).toBe('invalid_request');
      if (handle.length > 4) expect(answer.text).not.toContain(handle);
    }
  });

  test('of two agents that claim one handle at once, one gets it', async () => {
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all([claim(`round-${round}`), reserve({ agent_id: `Round-${round}` })]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      const keys = answers.map(({ body }) => body.api_key).filter(Boolean);
      expect((await ownerOf(identity.bus, keys[0]))?.agent_id).toBe(`round-${round}`);
    }
  });
});
