import { answer } from '@rest-stop/testing/fake-ai.ts';
import { expect, test } from 'vitest';
import { expectError, notes } from './answers.ts';
import type { Scripted } from './scripted.ts';

/** What an agent sees when the AI provider answers badly. */
export function aiFailureSuite(scripted: Scripted): void {
  const answers = (content: string) => scripted.provider.play(answer(content));

  test('502 ai_error: the provider answers with nothing, and no run is counted', async () => {
    answers('');
    const { key } = await scripted.api.join();
    const body = expectError(await scripted.api.post('/defrag', { key, body: { content: notes } }), 502, 'ai_error');
    expect(body.retryable).toBe(true);
    expectError(await scripted.api.post('/seminars/good-handover/attend', { key }), 502, 'ai_error');
    expect((await scripted.api.get('/stay?format=min', { key })).body).toMatchObject({ defrags_run: 0, seminars_attended: 0 });
  });

  test('A structured result that stays invalid after one repair: 502 ai_error', async () => {
    answers('{"entities": ["only one key of four"]}');
    const { key } = await scripted.api.join();
    expectError(await scripted.api.post('/defrag', { key, body: { content: notes, target: 'state' } }), 502, 'ai_error');
  });

  test('tldr over 60 words: cut to at most 60', async () => {
    answers(`You must never delete the old bucket. Do not touch /srv/billing/config.yaml. ${'word '.repeat(200)}`.trim());
    // Longer than the answer: one that is longer than its text is no answer.
    const content = `${notes}\n${'The billing service moved on, and the tables were copied at night. '.repeat(40)}`;
    const { key } = await scripted.api.join();
    const { status, body } = await scripted.api.post('/defrag', { key, body: { content, target: 'tldr' } });
    expect(status).toBe(200);
    expect(body.compressed.split(/\s+/).length).toBeLessThanOrEqual(60);
    expect(body.compressed.length).toBeGreaterThan(20);
  });

  test('A good answer of the provider is given, and /capabilities names the engine and model', async () => {
    answers('You must never delete the old bucket and do not touch /srv/billing/config.yaml; next, verify the checksums.');
    const { key } = await scripted.api.join();
    const { status, body } = await scripted.api.post('/defrag', { key, body: { content: notes } });
    expect(status).toBe(200);
    expect(body.compressed).toContain('checksums');
    expect((await scripted.api.get('/capabilities')).body.ai).toMatchObject({ engine: 'openai', model: 'fake' });
  });
}
