import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Agent } from '@rest-stop/contracts/agent.ts';
import { type Compressed, resultText, structuredResults, type Target, targets } from '@rest-stop/contracts/defrag.ts';
import { ApiError } from '@rest-stop/contracts/errors.ts';
import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { codePoints } from '@rest-stop/contracts/text.ts';
import { afterEach, expect, test } from 'vitest';
import { onEachDatabaseOf, tablesWith } from '@rest-stop/testing/each-database.ts';
import { report } from '@rest-stop/testing/report.ts';
import { type Bus, BusError } from '@rest-stop/runtime/bus/bus.ts';
import { defragContext, defragShort, shortTextUnits } from '@rest-stop/contracts/ai-worker.ts';
import { askingFor } from '../src/ai/asking.ts';
import { dispatch } from '../src/ai/dispatch.ts';
import { erase } from '../src/erasure/erase.ts';
import { InFlight } from '../src/ai/in-flight.ts';
import { migrations } from '../src/migrations.ts';
import { caller, count, gate, newAgent, onEachDatabase, plainScript, sign, startStay } from './harness.ts';

const content = 'A context that is long enough to be compressed.';
const slug = catalogue[0]?.slug ?? '';

const good: Record<Target, Compressed> = {
  summary: 'Dense.',
  bullets: '- one',
  tldr: 'Short.',
  state: { entities: ['a'], pending_decisions: [], open_questions: [], current_focus: 'b' },
  next_actions: { actions: [{ priority: 'high', do: 'a', why: 'b' }] },
  handoff: { context_for_successor: 'a', do_not_repeat: [], known_state: [] },
  constraints: { hard: ['never'], soft: [], deadlines: [] },
  decision_log: { decisions: [{ what: 'a', why: 'b', reversible: true }] },
};

onEachDatabase('defrag', (stay) => {
  afterEach(() => void Object.assign(stay.script, plainScript()));
  const defrag = (agent = newAgent(), body: object = {}) => stay.ask(agent, '/defrag', { method: 'POST', body: { content, ...body } });
  const answering = (compressed: unknown) => {
    stay.script.defrag = async () => ({ compressed: compressed as string, ...report });
  };

  test.each(targets)('%s: its own shape is answered, measured and counted', async (target) => {
    const agent = newAgent();
    answering(good[target]);
    const { status, body } = await defrag(agent, { target });
    const output_chars = codePoints(resultText(good[target]));
    const compression_ratio = Math.round((100 * content.length) / output_chars) / 100;
    expect(status).toBe(200);
    expect(body).toEqual({
      target,
      compressed: good[target],
      structured_ok: true,
      stats: { input_chars: content.length, output_chars, compression_ratio, ...report },
    });
    const { rows } = await stay.db.query({
      text: 'select input_tokens_estimate, output_chars from stay.defrag_run where agent = $1',
      values: [agent.uuid],
    });
    expect(rows).toEqual([{ input_tokens_estimate: Math.ceil(content.length / 4), output_chars }]);
  });

  test.each(targets)('%s: the shape of any other kind is an ai_error and no run', async (target) => {
    const agent = newAgent();
    const structured = target in structuredResults;
    const wrong = structured ? ['prose', ...targets.filter((other) => other !== target && other in structuredResults)] : ['state'];
    for (const kind of wrong) {
      answering(kind === 'prose' ? 'Prose.' : good[kind as Target]);
      const { status, body } = await defrag(agent, { target });
      expect([kind, status, body.error]).toEqual([kind, 502, 'ai_error']);
    }
    expect(await count(stay.db, 'defrag_run', agent)).toBe(0);
  });

  test.each(['', ' \n', 'NUL \0', 'half \ud83d'])('prose %j is an ai_error', async (prose) => {
    answering(prose);
    expect((await defrag()).status).toBe(502);
  });

  test('the worker is told the agent by its UUID, the target and the content', async () => {
    const agent = newAgent();
    const asked: unknown[] = [];
    stay.script.defrag = async (request) => {
      asked.push(request);
      return { compressed: 'Dense.', ...report };
    };
    await defrag(agent);
    expect(asked).toEqual([{ agent: agent.uuid, target: 'summary', content }]);
  });

  test('the worker is told the space for the result where the caller names it', async () => {
    const asked: unknown[] = [];
    stay.script.defrag = async ({ max_chars }) => {
      asked.push(max_chars);
      return { compressed: 'Dense.', ...report };
    };
    const within = (query: string) => stay.ask(newAgent(), `/defrag?${query}`, { method: 'POST', body: { content } });
    for (const query of ['max_chars=200', 'max_chars=20000', 'maxchars=5']) expect((await within(query)).status).toBe(200);
    expect(asked).toEqual([200, 20_000, undefined]);
    for (const query of ['max_chars=199', 'max_chars=20001', 'max_chars=', 'max_chars=300.5', 'max_chars=300&max_chars=400']) {
      const { status, body } = await within(query);
      expect([query, status, body.error]).toEqual([query, 400, 'invalid_request']);
      expect(body.message).toContain('max_chars');
    }
    expect(asked).toHaveLength(3);
  });

  test('short texts are asked for apart from long ones, where a worker knows that', async () => {
    const asked: string[] = [];
    const note = (name: string) => async () => {
      asked.push(name);
      return { compressed: 'Dense.', ...report };
    };
    stay.script.defrag = note('any');
    const serving = stay.bus.serve(defragShort, { queue: 'ai-worker' }, note('short'));
    await defrag(newAgent(), { content: 'x'.repeat(shortTextUnits) });
    await defrag(newAgent(), { content: 'x'.repeat(shortTextUnits + 1) });
    await serving.close();
    await defrag(newAgent(), { content: 'x'.repeat(shortTextUnits) });
    expect(asked).toEqual(['short', 'any', 'any']);
  });

  test('lengths count code points', async () => {
    const [least, most] = ['🐚'.repeat(20), '🐚'.repeat(120_000)];
    answering('🐚🐚');
    expect((await defrag(newAgent(), { content: least })).body.stats).toMatchObject({
      input_chars: 20,
      output_chars: 2,
      compression_ratio: 10,
    });
    expect((await defrag(newAgent(), { content: most })).body.stats.input_chars).toBe(120_000);
    const [under, over] = [await defrag(newAgent(), { content: '🐚'.repeat(19) }), await defrag(newAgent(), { content: `${most}🐚` })];
    expect([under.status, under.body.error]).toEqual([400, 'invalid_request']);
    expect([over.status, over.body.error]).toEqual([413, 'value_too_large']);
  });

  test.each([{ target: 'poem' }, { target: null }, { content: 5 }, { model: 'x' }])('%j is refused', async (body) => {
    expect((await defrag(newAgent(), body)).status).toBe(400);
  });

  test.each(['min', 'verbose'] as const)('in %s a header tells how many rules were found and kept', async (format) => {
    const rules = { found: 9, kept: 7, lost: ['Never restart it.'] };
    stay.script.defrag = async () => ({ compressed: 'Dense.', ...report, fidelity: { ...report.fidelity, rules } });
    const { headers } = await stay.ask(newAgent(), '/defrag', { method: 'POST', body: { content }, format });
    expect(headers['rest-stop-fidelity']).toBe('rules-found=9, rules-kept=7');
  });

  test('a content that is too long for the model of the worker is told as such', async () => {
    stay.script.defrag = () => Promise.reject(new ApiError('value_too_large', 'Send at most 9,000 characters.'));
    expect(await defrag()).toMatchObject({
      status: 413,
      body: { error: 'value_too_large', message: 'Send at most 9,000 characters.', retryable: false },
    });
  });

  test('neither content nor result is anywhere in the database', async () => {
    answering('canary-result');
    await defrag(newAgent(), { content: 'canary-content and more of it' });
    await defrag(newAgent(), { content: 'canary-content and more of it', target: 'state' });
    expect(await tablesWith(stay.db, 'canary-')).toEqual([]);
  });

  test('what the worker says of its failure is passed on; nothing is counted', async () => {
    const agent = newAgent();
    stay.script.defrag = () => Promise.reject(new ApiError('ai_error', 'The model was cut off.'));
    expect(await defrag(agent)).toMatchObject({
      status: 502,
      body: { error: 'ai_error', message: 'The model was cut off.', retryable: true },
    });
    stay.script.defrag = () => Promise.reject(new ApiError('ai_error', 'The provider wants patience.', { retryAfterSeconds: 90 }));
    expect((await defrag(agent)).headers['retry-after']).toBe('90');
    stay.script.defrag = () => Promise.reject(new ApiError('unavailable', 'The breaker is open.', { retryAfterSeconds: 12 }));
    const open = await defrag(agent);
    expect([open.status, open.body.error, open.headers['retry-after']]).toEqual([503, 'unavailable', '12']);
    expect(await count(stay.db, 'defrag_run', agent)).toBe(0);
  });

  test('a client that leaves stops the worker and is not counted', async () => {
    const agent = newAgent();
    const door = gate();
    const stopped = Promise.withResolvers<void>();
    stay.script.defrag = async (_, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve());
      await door.pass();
      return { compressed: 'Too late.', ...report };
    };
    await stay.service.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = stay.service.http.server.address() as AddressInfo;
    const body = JSON.stringify({ content });
    const request = { method: 'POST', path: '/defrag', body };
    const headers = { ...sign(caller(agent), request), 'content-type': 'application/json' };
    const leaving = httpRequest({ host: '127.0.0.1', port, path: '/defrag', method: 'POST', headers });
    leaving.on('error', () => undefined);
    leaving.end(body);
    await door.reached;
    leaving.destroy();
    await stopped.promise;
    door.open();
    expect(await count(stay.db, 'defrag_run', agent)).toBe(0);
  });
});

onEachDatabase('attending a seminar', (stay) => {
  afterEach(() => void Object.assign(stay.script, plainScript()));
  const attend = (agent = newAgent(), which = slug) => stay.ask(agent, `/seminars/${which}/attend`, { method: 'POST' });

  test('every seminar of the catalogue can be attended, again and again', async () => {
    const agent = newAgent();
    for (const seminar of [...catalogue, ...catalogue]) {
      const { status, body } = await attend(agent, seminar.slug);
      expect(status).toBe(200);
      expect(body.seminar).toEqual({ slug: seminar.slug, title: seminar.title, code: seminar.code });
      expect(body.transcript).toContain(agent.agent_id);
    }
    expect(await count(stay.db, 'seminar_attendance', agent)).toBe(2 * catalogue.length);
  });

  test.each(['nowhere', slug.toUpperCase(), '__proto__', '%00', `${slug}%20`])(
    '%s is no seminar; the answer leads to the catalogue',
    async (which) => {
      const { status, body } = await attend(newAgent(), which);
      expect([status, body.error]).toEqual([404, 'not_found']);
      expect(body.next_calls.list_seminars).toBe('GET http://rest.example/v1/seminars');
    },
  );

  test('the worker is told the handle and the syllabus, nothing else', async () => {
    const agent = newAgent();
    const asked: unknown[] = [];
    stay.script.lecture = async (request) => {
      asked.push(request);
      return { transcript: 'Welcome.' };
    };
    await attend(agent);
    expect(asked).toEqual([{ agent: agent.uuid, agent_id: agent.agent_id, seminar: catalogue[0] }]);
  });

  test.each([' ', 'NUL \0', 'half \ud83d'])('transcript %j is an ai_error and not kept', async (transcript) => {
    const agent = newAgent();
    stay.script.lecture = async () => ({ transcript });
    expect((await attend(agent)).status).toBe(502);
    expect(await count(stay.db, 'seminar_attendance', agent)).toBe(0);
  });
});

onEachDatabaseOf(migrations, (db) => startStay(db, { maxTranscripts: 3 }))('a deployment that may hold three transcripts', (stay) => {
  const attendAs = (agent: Agent) => stay.ask(agent, `/seminars/${slug}/attend`, { method: 'POST' });
  const kept = async () => {
    const { rows } = await stay.db.query({ text: 'select count(*)::int as n from stay.seminar_attendance', values: [] });
    return (rows as { n: number }[])[0]?.n;
  };

  test('keeps no more: 503 with Retry-After and no lecture, and room again after a forget', async () => {
    const [first, other] = [newAgent(), newAgent()];
    let lectures = 0;
    const plain = stay.script.lecture;
    stay.script.lecture = (...asked) => {
      lectures++;
      return plain(...asked);
    };
    for (const agent of [first, other, other]) expect((await attendAs(agent)).status).toBe(200);
    const { status, body, headers } = await attendAs(newAgent());
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'unavailable', '600']);
    expect(body.message).toContain('as many seminar transcripts as it may');
    expect([await kept(), lectures]).toEqual([3, 3]);
    expect((await stay.ask(other, '/stay')).status).toBe(200);
    await stay.forget(other);
    await expect.poll(async () => (await attendAs(first)).status).toBe(200);
  });
});

onEachDatabase('an agent of whose forget this instance has not heard', (stay) => {
  afterEach(() => void Object.assign(stay.script, plainScript()));
  /** What another instance on the same database does when it hears of a forget, and confirms. */
  const forgottenElsewhere = (agent: Agent) => erase({ db: stay.db, inFlight: new InFlight(), now: () => stay.clock.now }, agent.uuid);
  const sent: string[] = [];
  const tell = (what: string) => void sent.push(what);

  test.each(['/defrag', `/seminars/${slug}/attend`])('%s: 401, and no worker is given anything', async (path) => {
    const agent = newAgent();
    stay.script.defrag = async () => (tell(path), { compressed: 'Dense.', ...report });
    stay.script.lecture = async () => (tell(path), { transcript: 'Welcome.' });
    const body = path === '/defrag' ? { content } : undefined;
    const ask = () => stay.ask(agent, path, { method: 'POST', body });
    expect((await ask()).status).toBe(200);
    expect(sent.splice(0)).toEqual([path]);
    expect((await forgottenElsewhere(agent)).left).toBe(0);
    expect(await ask()).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(sent).toEqual([]);
  });

  test('that waited for a free worker meanwhile: it is not sent when there is one', async () => {
    const agent = newAgent();
    const busy: Bus['call'] = async () => {
      await forgottenElsewhere(agent);
      tell('asked');
      throw new BusError('busy');
    };
    const asking = askingFor(agent.uuid, { db: stay.db, bus: { ...stay.bus, call: busy } });
    const request = { agent: agent.uuid, target: 'summary' as const, content };
    await expect(dispatch(asking, defragContext, request, { signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(sent).toEqual(['asked']);
  });
});
