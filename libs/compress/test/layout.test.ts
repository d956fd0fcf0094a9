import { describe, expect, test } from 'vitest';
import { compress, read } from '../src/index.ts';
import { actionsOf, constraintsOf, decisionsOf, dos, handoffOf, stateOf, whats } from './asked.ts';

/** A context of common length, so that its sentences are chosen and not shown whole. */
const long = (...lines: readonly string[]): string =>
  [
    'User: Take over the parser rewrite from Mara. The goal is that the new parser reads all 412 sample files of the archive by 14 March,',
    'so that the old one can be switched off.',
    '',
    'The old parser was written by two people who have left, and nobody has changed it since. It reads 290 of the files.',
    'Mara has measured that it takes 14 minutes for all of them, most of it in the lexer, and that the largest file holds 9 million tokens.',
    '',
    ...lines,
  ].join('\n');
const asIs = (...lines: readonly string[]): string => lines.join('\n');

describe.each([
  ['a short text', asIs],
  ['a longer one', long],
])('of %s', (_, text) => {
  test.each<[string, string[], string[], string[]]>([
    [
      'en, leads',
      ['Done:', '- login page', '- password reset', 'To do:', '- email templates', '- rate limit on /login'],
      ['login page', 'password reset'],
      ['email templates', 'rate limit on /login'],
    ],
    [
      'en, headings',
      ['## Done', '- backup script', '', '## Open', '- restore drill with Omar'],
      ['backup script'],
      ['restore drill with Omar'],
    ],
    [
      'de',
      ['Erledigt:', '- Login-Seite', 'Offen:', '- Mailvorlagen schreiben', '- Doku der Regeln'],
      ['Login-Seite'],
      ['Mailvorlagen schreiben', 'Doku der Regeln'],
    ],
    [
      'fr',
      ['Fait :', '- bascule 4G', 'À faire :', '- terminer Nantes', '- changer le mot de passe'],
      ['bascule 4G'],
      ['terminer Nantes', 'changer le mot de passe'],
    ],
    [
      'es',
      ['Hecho:', '* alta de socios', 'Pendiente:', '* copia de seguridad nocturna'],
      ['alta de socios'],
      ['copia de seguridad nocturna'],
    ],
    [
      'tags',
      ['[DONE] order cake', '[TODO] buy candles', '[WIP] write the playlist', '[CANCELLED] magician'],
      ['order cake', 'magician'],
      ['[TODO] buy candles', '[WIP] write the playlist'],
    ],
    [
      'boxes',
      ['- [x] create bucket', '- [ ] set the lifecycle rule', '- [ ] ~~enable public access~~', '- [ ] tell Ingrid'],
      ['create bucket', 'enable public access'],
      ['[ ] set the lifecycle rule', '[ ] tell Ingrid'],
    ],
    [
      'signs',
      ['✔ visa for Nils', '✘ vaccination of Nils', '☐ insurance of the car', '☑ tickets'],
      ['visa', 'tickets'],
      ['✘ vaccination of Nils', '☐ insurance of the car'],
    ],
    [
      'ends of items',
      [
        '- Ask for the grant (Liv) - cancelled',
        '- Measure the windows - DONE 4/5',
        '- Buy the curtains - TODO',
        '~~Write to the landlord~~',
      ],
      ['Ask for the grant', 'Measure the windows', 'Write to the landlord'],
      ['Buy the curtains - TODO'],
    ],
    [
      'cells',
      [
        '| Task | Owner | State | Due |',
        '|---|---|---|---|',
        '| Rotate TLS certs | Ana | done | 1 Dec |',
        '| Move Redis to v7 | Ben | in progress | 5 Dec |',
        '| Ask for the grant | Cho | cancelled | - |',
      ],
      ['Rotate TLS certs', 'Ask for the grant', 'Task | Owner'],
      ['Move Redis to v7 | Ben | in progress | 5 Dec'],
    ],
  ])('what is done or dropped is no action, what is open is one: %s', async (_name, lines, shut, open) => {
    const actions = dos(await actionsOf(text(...lines))).flatMap((action) => action.split('\n'));
    expect(actions).toEqual(expect.arrayContaining(open));
    expect(shut.filter((part) => actions.some((action) => action.includes(part)))).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['en', '## Do not', ['edit generated files by hand', 'touch the public AST']],
    ['en', 'Never:', ['edit generated files by hand', 'touch the public AST']],
    ['en', '## Forbidden', ['edits of generated files', 'changes of the public AST']],
    ['de', 'Niemals:', ['generierte Dateien von Hand ändern', 'den öffentlichen Baum anfassen']],
    ['fr', '## À ne pas faire', ['modifier les fichiers générés', 'toucher au schéma public']],
    ['es', 'Prohibido:', ['editar a mano los ficheros generados', 'tocar el esquema público']],
  ])('what is forbidden is a rule together with its heading, and no action: %s, %s', async (_language, heading, bans) => {
    const content = text(heading, ...bans.map((ban) => `- ${ban}`));
    const { hard } = await constraintsOf(content);
    for (const ban of bans) expect(hard.join('\n')).toContain(`${heading.replace('## ', '')} … ${ban}`);
    for (const action of dos(await actionsOf(content))) for (const ban of bans) expect(action).not.toContain(ban);
  });

  test.each<[string, string, string[]]>([
    ['en', '## Decisions', ['1. Hand-written descent, for its messages', '2. Spans are byte offsets', '3. No external speaker']],
    ['en', 'Decided:', ['- We hold the retreat in Ghent', '- Logo stays']],
    ['de', 'Beschlossen:', ['- Postgres als Speicher', '- Treffen in Gent']],
    ['fr', 'Décisions :', ['- Postgres pour le stockage', '- réunion à Gand']],
    ['es', 'Decisiones:', ['1. Alojamiento en Madrid', '2. Postgres como almacén']],
  ])('what is decided stands in the decision log: %s, %s', async (_language, heading, items) => {
    const log = whats(await decisionsOf(text(heading, ...items))).join('\n');
    for (const item of items) expect(log).toContain(item.replace(/^(?:-|\d\.) /, ''));
  });
});

describe('in a handoff', () => {
  test.each<[string, string, string[]]>([
    ['en', '## Tried, did not work', ['a PEG grammar with memoisation', 'generating the lexer with re2c', 'worker threads']],
    ['en', 'Dead ends:', ['a PEG grammar with memoisation', 'generating the lexer with re2c']],
    ['de', '## Was nicht geklappt hat', ['eine PEG-Grammatik', 'der Lexer aus re2c']],
    ['fr', 'Échecs :', ['une grammaire PEG', 'le lexer généré par re2c']],
    ['es', '## Lo que no funcionó', ['una gramática PEG', 'el lexer generado con re2c']],
  ])('what failed is not to be repeated: %s, %s', async (_language, heading, items) => {
    const { do_not_repeat } = await handoffOf(long(heading, ...items.map((item) => `- ${item}`)));
    for (const item of items) expect(do_not_repeat.join('\n')).toContain(item);
  });

  test('nor is what is forbidden', async () => {
    const { do_not_repeat } = await handoffOf(long('Never:', '- edit generated files by hand', '- touch the public AST'));
    expect(do_not_repeat.join('\n')).toContain('Never: … touch the public AST');
  });
});

test.each<[string, string, string]>([
  ['en', '## Open questions', 'who maintains the grammar after June'],
  ['de', 'Offene Fragen:', 'wer die Grammatik danach pflegt'],
  ['fr', 'Questions ouvertes :', 'qui maintient la grammaire ensuite'],
  ['es', 'En duda:', 'quién mantiene la gramática después'],
])('questions are questions, with or without their sign: %s', async (_language, heading, question) => {
  const { open_questions } = await stateOf(long(heading, `- ${question}`, '- [x] who pays for the review'));
  expect(open_questions.join('\n')).toContain(question);
  expect(open_questions.join('\n')).not.toContain('who pays for the review');
});

test.each<[string, string, string]>([
  ['en', '## Open decisions', 'a weekly or a monthly report for the plugin authors'],
  ['de', 'Noch nicht entschieden:', 'Bericht je Woche oder je Monat'],
  ['fr', 'À décider :', 'un rapport par semaine ou par mois'],
  ['es', 'Por decidir:', 'un informe por semana o por mes'],
])('what is undecided is a pending decision: %s', async (_language, heading, decision) => {
  const { pending_decisions, open_questions } = await stateOf(long(heading, `- ${decision}`));
  expect(pending_decisions.join('\n')).toContain(decision);
  expect(open_questions).toEqual([]);
});

test('deadlines are deadlines', async () => {
  const { deadlines } = await constraintsOf(long('## Deadlines', '- samples of the archive green: 14 March', '- migration note: 21 March'));
  expect(deadlines.join('\n')).toContain('samples of the archive green: 14 March');
  expect(deadlines.join('\n')).toContain('migration note: 21 March');
});

test('what is struck through is no rule', async () => {
  const { hard } = await constraintsOf('~~The processor must be located within Germany.~~ It must be located within the EEA.');
  expect(hard).toEqual(['It must be located within the EEA.']);
});

describe('a text that is shown whole', () => {
  const text = 'Never:\n- edit generated files by hand\n- touch the public AST';

  test('stands as it is', async () => {
    expect((await handoffOf(text)).context_for_successor).toBe('Never: edit generated files by hand\ntouch the public AST');
  });

  test('turns nothing round on one line', async () => {
    const tldr = compress(await read(`## Do not\n- edit generated files by hand${' '.repeat(40)}\n- touch it`), 'tldr');
    expect(tldr).toBe('Do not … edit generated files by hand. Do not … touch it');
  });
});

describe('words in sentences, and headings that say more, change nothing', () => {
  test.each([
    'Done.\n- email templates\n- rate limit',
    '## Open source\n- publish the parser\n- choose a licence',
    'Move the cards to the Done column:\n- email templates\n- rate limit',
    'We tried it. It failed, and the open question is who decided that.',
  ])('%s', async (text) => {
    const { units, closed } = await read(text);
    expect(units.map(({ status }) => status).filter((status) => status !== undefined)).toEqual([]);
    expect(closed).toEqual(new Set());
  });
});
