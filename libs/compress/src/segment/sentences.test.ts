import { describe, expect, test } from 'vitest';
import data from '../../data/abbreviations.json' with { type: 'json' };
import { sentences } from './sentences.ts';
import { tokenise } from '../tokens/tokens.ts';

const cut = (text: string): string[] => sentences(text, tokenise(text)).map((sentence) => sentence.text);

describe('the data', () => {
  test.each(data.entries)('$language: one sentence: $example', ({ example }) => {
    expect(cut(example)).toEqual([example]);
  });

  test.each(data.entries)('$language: two sentences: $counter_example', ({ counter_example: text }) => {
    expect(cut(text)).toHaveLength(2);
    expect(cut(text).join(' ')).toBe(text);
  });
});

describe('stops that end a sentence', () => {
  test.each([
    ['en', 'It works. We ship it.', 2],
    ['en', 'Next: 1) write the script 2) rehearse it 3) who approves?', 3],
    ['en', 'See note 2) below and rule 3) of it.', 1],
    ['en', 'Really?! Yes. "It works." He left.', 4],
    ['en', 'It failed (see the log.) Then it ran.', 2],
    ['en', 'It is **done.** Next one.', 2],
    ['en', 'Wait… Then go.', 2],
    ['de', 'Das geht nicht. Wir warten bis Montag.', 2],
    ['de', 'Wirklich? Ja! Gut.', 3],
    ['fr', 'C’est fini. On y va ! Pourquoi ?', 3],
    ['es', '¿Listo? Sí. Vamos.', 3],
    ['it', 'È fatto. Andiamo.', 2],
    ['en', 'p95 is at 840 ms. Never cache the login page.', 2],
    ['en', 'The job takes 5 min. Never stop it.', 2],
    ['en', 'The shaft is 12 m. Check it in 40 sec. Then go.', 3],
    ['en', 'The job ends at 8 am. Never stop it.', 2],
    ['en', 'Approved on 5 Nov. Nobody asked.', 2],
    ['en', '**5 Nov.** "Nobody asked."', 2],
    ['en', 'That was two days ago. 3 nodes are left.', 2],
    ['en', 'They agreed (in plan 2 it was to begin in June. That was dropped).', 2],
    ['en', 'See (a). 3 nodes are left.', 2],
    ['en', 'We do so. (b) Then it ends.', 2],
    ['es', 'Lo dijo en dic. Nadie vino.', 2],
    ['ja', '終わりました。次へ進みます。', 2],
    ['zh', '不要删除！请备份。', 2],
  ])('%s: %s', (_, text, count) => {
    expect(cut(text)).toHaveLength(count);
  });
});

describe('stops that end none', () => {
  test.each([
    ['a version', 'We stay on v2.4.1 for now.'],
    ['a file', 'Look at src/app.ts and at config.yaml first.'],
    ['a decimal', 'It takes 3.5 s.'],
    ['an initial', 'Ask J. Smith about it.'],
    ['a German ordinal', 'Am 3. Mai ist Abgabe.'],
    ['a German date', 'Bis zum 24. Dezember bleibt alles.'],
    ['several points before a small letter', 'Wait ... then go.'],
    ['an abbreviation with stops', 'Use a cache, e.g. Redis.'],
    ['a German abbreviation with stops', 'Nimm einen Speicher, z.B. Redis.'],
    ['a French abbreviation', 'Il arrive à 14 h env. demain.'],
    ['a Spanish abbreviation', 'La Sra. Gómez decide.'],
    ['a Polish abbreviation', 'Weź np. drugi dom.'],
    ['a short word before a small letter', 'See no. five there.'],
    ['a month before its day', 'Do not move it before Dec. 3 at 8 a.m.'],
    ['a French month before its year', 'Ne pas relancer avant le 3 déc. 2026 à 8 h.'],
    ['a Spanish month before its year', 'No lo lances antes del 3 dic. 2026 a las 8.'],
    ['a Portuguese day', 'Fale com ela até seg. 3 dez. às 9.'],
    ['a Dutch day', 'Hij komt op ma. 3 dec. terug.'],
    ['a German day and title', 'Bitte die Daten ggf. am Mi. um 12 Uhr an Fr. Meier.'],
    ['an English day', 'It runs on Sat. 5 May and on Sun. at noon.'],
    ['a measure before a small letter', 'It takes 5 min. on average.'],
    ['a German measure before a noun', 'Nach 5 Min. Pause geht es weiter.'],
    ['a note in brackets', 'The police (Insp. Delmas, Monday) want it by the contract (see cl. 10.3, reg. LT-4).'],
    ['a number in emphasis', 'It has the file no. **KP-25-0417**.'],
    ['a part by letter or Roman number', 'See fig. A and vol. IV of it.'],
    ['a host', 'Only api.parkmate.test may be asked.'],
  ])('%s: %s', (_, text) => {
    expect(cut(text)).toEqual([text]);
  });
});

test('each sentence has its tokens, with their places in it', () => {
  const text = 'It works. We  ship it on Friday.';
  for (const { text: own, tokens } of sentences(text, tokenise(text)))
    for (const token of tokens) expect(own.slice(token.start, token.start + token.text.length)).toBe(token.text);
});

describe('what is longer than the longest sentence', () => {
  test('is cut between words, and shows it', () => {
    const pieces = sentences('word '.repeat(400).trim(), tokenise('word '.repeat(400).trim()));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]!.text).toMatch(/^word .* word…$/);
    expect(pieces[1]!.text).toMatch(/^…word .* word…$/);
    expect(pieces.at(-1)!.text).toMatch(/^…word .* word$/);
    for (const { text, tokens } of pieces) {
      expect(text.length).toBeLessThanOrEqual(702);
      for (const token of tokens) expect(text.slice(token.start, token.start + token.text.length)).toBe(token.text);
    }
  });

  test('is cut inside a word without end', () => {
    expect(cut('x'.repeat(2_000))).toEqual([`${'x'.repeat(700)}…`]);
  });
});

test('no tokens, no sentences', () => {
  expect(cut('')).toEqual([]);
});
