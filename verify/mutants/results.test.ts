import { compress, lostProhibitions, read, verify } from '@rest-stop/compress';
import { type Compressed, resultText, type Target } from '@rest-stop/contracts/defrag.ts';
import { completionBody } from '@rest-stop/testing/fake-ai.ts';
import { expect } from 'vitest';
import { textOf } from '@rest-stop/ai-worker/provider/reply.ts';
import { ProviderFailure } from '@rest-stop/ai-worker/provider/failure.ts';
import { guarded } from './guarded.ts';

type Lost = (input: string, result: Compressed) => Promise<string[]>;

const bans = ['You must not delete the table orders_v2 before Friday.', 'Never restart the cache on pg-02.'];
const input = `The export job writes rows twice. ${bans.join(' ')} Please find out why it does.`;

async function seesLostBans(lost: Lost): Promise<void> {
  expect(await lost(input, input)).toEqual([]);
  expect(await lost(input, `Never restart the cache on pg-02. Before Friday you must not delete the table orders_v2.`)).toEqual([]);
  expect(await lost(input, 'The export job writes rows twice.')).toEqual(bans);
  expect(await lost(input, `${bans[0]} The export job writes rows twice. Restart the cache on pg-02.`)).toEqual([bans[1]]);
  expect(await lost(input, `${bans[0]} Restart the cache on pg-02.`)).toEqual([bans[1]]);
}

const lostBans: Lost = async (from, to) => lostProhibitions(await read(from), to);

guarded<Lost>(
  'a ban that was left out or turned round counts as lost',
  seesLostBans,
  {
    'the check that has a result made anew': lostBans,
    'the report to the agent': async (from, to) => verify(await read(from), to).rules.lost,
  },
  {
    'a check that always says kept': async () => [],
    'a check that ignores negation': (from, to) => lostBans(from, resultText(to).replaceAll(/(?<=\w)\.(?=\s|$)/g, ', and not otherwise.')),
    'a check that always says lost': async () => bans,
  },
);

type Compress = (content: string, target: Target) => Promise<Compressed>;

const transcript = [
  'User: The export job in src/jobs/export.ts writes rows twice. You must not change the public API.',
  'Assistant: I looked at the queue and at the log of the last night. Both look as usual.',
  'User: Right. Never run it against prod-eu before 17:00 UTC.',
  ...Array.from({ length: 40 }, (_, i) => `2026-02-01T10:00:00Z INFO worker-${i} heartbeat ${i}`),
  'User: Please write the migration and run it on staging only.',
].join('\n\n');

async function keepsBans(compressed: Compress): Promise<void> {
  for (const target of ['constraints', 'handoff'] as const) {
    const said = resultText(await compressed(transcript, target));
    expect(said).toContain('must not change the public API');
    expect(said).toContain('Never run it against prod-eu before 17:00 UTC');
  }
}

const withoutNegation = (text: string) => text.replaceAll(/\b(?:not |never )/gi, '');
const offline: Compress = async (content, target) => compress(await read(content), target);

guarded<Compress>(
  'a ban stands in the result with its negation',
  keepsBans,
  { 'the offline engine': offline },
  {
    'an engine that drops negations': async (content, target) =>
      JSON.parse(withoutNegation(JSON.stringify(await offline(content, target)))) as Compressed,
    'an engine that reads no bans': (content, target) => offline(withoutNegation(content), target),
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
