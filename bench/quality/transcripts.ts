import { compress, read, verify } from '@rest-stop/compress';
import type { StructuredResult } from '@rest-stop/contracts/defrag.ts';
import { readTurns } from '@rest-stop/transcripts/read-turns.ts';
import { plain, shareOf, transcriptsIn, wordsIn } from './fit/needs.ts';
import { statements } from './text.ts';

/** Characters of a long transcript that the service takes. */
const LONGEST = 118_000;
/** Share of a quote's words that must stand in one place. */
const STANDS = 0.7;

/** What makes a text of at most `length` characters of another one. */
const baselines: Record<string, (text: string, length: number) => string> = { tail: (text, length) => text.slice(-length), tfidf, anchors };

type Sums = Map<string, { hits: number; of: number }>;

/**
 * What users get on real transcripts: questions that a handoff answers, beside the end of the text, its heaviest sentences, and the turns that
 * who speaks marks as important, each of the same length. The transcripts lie in `folders`, with `texts/` and `labels/`.
 */
export async function transcriptTable(folders: readonly string[]): Promise<string> {
  const sums: Sums = new Map();
  const count = (name: string, hit: boolean): void => {
    const sum = sums.get(name) ?? { hits: 0, of: 0 };
    sums.set(name, { hits: sum.hits + Number(hit), of: sum.of + 1 });
  };
  let shown = 0;
  for (const folder of folders)
    for (const { text: whole, labels } of transcriptsIn(folder)) {
      if (labels.probes.length === 0) continue;
      const text = whole.slice(-LONGEST);
      const reading = await read(text);
      const handoff = compress(reading, 'handoff') as StructuredResult<'handoff'>;
      const flat = Object.values(handoff).flat().join('\n');
      shown += flat.length;
      const others = Object.entries(baselines).map(([name, made]) => [name, plain(made(text, flat.length))] as const);
      for (const { needles } of labels.probes) {
        const needle = new RegExp(needles);
        count('questions answered: handoff', needle.test(plain(flat)));
        for (const [name, own] of others) count(`questions answered: ${name} of the same length`, needle.test(own));
      }
      const standing = (label: string) =>
        labels.statements.filter((one) => one.label === label && !['withdrawn', 'replaced'].includes(one.status));
      const context = new Set(wordsIn(handoff.context_for_successor));
      const stands = ({ quote }: { quote: string }): boolean => shareOf(wordsIn(quote), context) >= STANDS;
      for (const one of standing('goal').slice(0, 1)) count('goal in place', stands(one));
      for (const one of standing('last_request').slice(-1)) {
        count('last request in place', stands(one));
        count('fidelity finds the last request', verify(reading, handoff).last_request.found === 1);
      }
      for (const one of labels.forbidden) count('forbidden lines shown', new RegExp(one, 'm').test(plain(flat)));
    }
  const lines = [...sums].map(([name, { hits, of }]) => `| ${name} | ${of} | ${((100 * hits) / of).toFixed(1)} |`);
  const answered = sums.get('questions answered: handoff')?.hits ?? 0;
  const density = `| answers for each 1,000 characters of a handoff | | ${((1_000 * answered) / Math.max(1, shown)).toFixed(2)} |`;
  return ['| real transcripts | of | % |', '| --- | ---: | ---: |', ...lines, density].join('\n');
}

/** Sentences by the mean weight of their words (inverse document frequency: Spärck Jones, 1972), in the order of the text. */
function tfidf(text: string, length: number): string {
  const sentences = statements(text);
  const words = sentences.map(wordsIn);
  const counts = new Map<string, number>();
  for (const own of words) for (const word of new Set(own)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (own: readonly string[]): number =>
    own.reduce((sum, word) => sum + Math.log(sentences.length / counts.get(word)!), 0) / Math.sqrt(Math.max(1, own.length));
  const ranked = sentences.map((_, i) => i).toSorted((a, b) => weight(words[b]) - weight(words[a]) || a - b);
  let left = length;
  const kept = ranked.filter((i) => {
    if (sentences[i].length + 1 > left) return false;
    left -= sentences[i].length + 1;
    return true;
  });
  return kept
    .toSorted((a, b) => a - b)
    .map((i) => sentences[i])
    .join('\n');
}

/** The last and the first turn of a user, the last report, then earlier requests. */
function anchors(content: string, length: number): string {
  const { text, turns } = readTurns(content);
  const said = (role: string): string[] =>
    turns.filter((turn) => turn.role === role).map(({ start, end }) => text.slice(start, end).trim());
  const users = said('user');
  const reports = said('assistant');
  const parts = [
    users.at(-1)?.slice(0, 800),
    users[0]?.slice(0, 600),
    reports.at(-1)?.slice(-1_400),
    ...users
      .slice(1, -1)
      .toReversed()
      .map((one) => one.slice(0, 260)),
  ];
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .slice(0, length);
}
