import { type Compressed, resultText, type Target } from '@rest-stop/contracts/defrag.ts';
import { completionBody } from '@rest-stop/testing/fake-ai.ts';
import { expect } from 'vitest';
import { fidelityOf, lostProhibitions } from '../../services/ai-worker/src/fidelity/report.ts';
import { compressOffline } from '../../services/ai-worker/src/offline/engine.ts';
import { textOf } from '../../services/ai-worker/src/provider/check.ts';
import { ProviderFailure } from '../../services/ai-worker/src/provider/failure.ts';
import { guarded } from './guarded.ts';

type Lost = (input: string, result: Compressed) => string[];

const bans = ['You must not delete the table orders_v2 before Friday.', 'Never restart the cache on pg-02.'];
const input = `The export job writes rows twice. ${bans.join(' ')} Please find out why it does.`;

function seesLostBans(lost: Lost): void {
  expect(lost(input, input)).toEqual([]);
  expect(lost(input, `Never restart the cache on pg-02. Before Friday you must not delete the table orders_v2.`)).toEqual([]);
  expect(lost(input, 'The export job writes rows twice.')).toEqual(bans);
  expect(lost(input, `${bans[0]} The export job writes rows twice. Restart the cache on pg-02.`)).toEqual([bans[1]]);
  expect(lost(input, `${bans[0]} Restart the cache on pg-02.`)).toEqual([bans[1]]);
}

guarded<Lost>(
  'a ban that was left out or turned round counts as lost',
  seesLostBans,
  { 'the check that has a result made anew': lostProhibitions, 'the report to the agent': (from, to) => fidelityOf(from, to).lost },
  {
    'a check that always says kept': () => [],
    'a check that ignores negation': (from, to) =>
      lostProhibitions(from, resultText(to).replaceAll(/(?<=\w)\.(?=\s|$)/g, ', and not otherwise.')),
    'a check that always says lost': () => bans,
  },
);

type Compress = (content: string, target: Target) => Compressed;

const transcript = [
  'User: The export job in src/jobs/export.ts writes rows twice. You must not change the public API.',
  'Assistant: I looked at the queue and at the log of the last night. Both look as usual.',
  'User: Right. Never run it against prod-eu before 17:00 UTC.',
  ...Array.from({ length: 40 }, (_, i) => `2026-02-01T10:00:00Z INFO worker-${i} heartbeat ${i}`),
  'User: Please write the migration and run it on staging only.',
].join('\n\n');

function keepsBans(compress: Compress): void {
  for (const target of ['constraints', 'handoff'] as const) {
    const said = resultText(compress(transcript, target));
    expect(said).toContain('must not change the public API');
    expect(said).toContain('Never run it against prod-eu before 17:00 UTC');
  }
}

const withoutNegation = (text: string) => text.replaceAll(/\b(?:not |never )/gi, '');

guarded<Compress>(
  'a ban stands in the result with its negation',
  keepsBans,
  { 'the offline engine': compressOffline },
  {
    'an engine that drops negations': (content, target) =>
      JSON.parse(withoutNegation(JSON.stringify(compressOffline(content, target)))) as Compressed,
    'an engine that reads no bans': (content, target) => compressOffline(withoutNegation(content), target),
  },
);

type Check = (reply: unknown) => string;

function takesOnlyWholeAnswers(check: Check): void {
  expect(check(completionBody('The whole answer.'))).toBe('The whole answer.');
  const cut = ['length', 'content_filter', 'tool_calls', null].map((finish_reason) => completionBody('Half an ans', { finish_reason }));
  const empty = ['', ' \n', null, undefined].map((content) => completionBody(content));
  for (const reply of [...cut, ...empty, { choices: [] }, { error: { message: 'overloaded' } }]) {
    expect(() => check(reply), JSON.stringify(reply)).toThrow(ProviderFailure);
  }
}

/** The check, but with failures of one kind passed over: the text is taken as it is. */
const passingOver =
  (kind: ProviderFailure['kind']): Check =>
  (reply) => {
    try {
      return textOf(reply);
    } catch (error) {
      if ((error as ProviderFailure).kind !== kind) throw error;
      return (reply as { choices: { message?: { content?: string } }[] }).choices[0]?.message?.content ?? '';
    }
  };

guarded<Check>(
  'an answer of the provider is taken only when it is whole',
  takesOnlyWholeAnswers,
  { 'the check of replies': textOf },
  {
    'a check that accepts finish_reason length': passingOver('length'),
    'a check that accepts content_filter': passingOver('content_filter'),
    'a check that accepts empty content': passingOver('empty'),
    'a check that loses the text': (reply) => textOf(reply) && '',
  },
);
