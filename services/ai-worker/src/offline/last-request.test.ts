import { describe, expect, test } from 'vitest';
import { lastRequestOf } from './last-request.ts';
import { unitsOf } from './units.ts';

const requestOf = (content: string) => lastRequestOf(unitsOf(content)).map(({ text }) => text);

describe('the last request', () => {
  test('is the whole of a short message', () => {
    expect(requestOf('User: hi\n\nAssistant: Hello.\n\nUser: Draft it into plan/a.md. Keep it short; no camping in it.')).toEqual([
      'Draft it into plan/a.md.',
      'Keep it short; no camping in it.',
    ]);
  });

  test('is what was put to the agent by name where many talk', () => {
    const talk =
      '[07:02] Ana: ok so this is the group\n[07:04] planbot: Noted it.\n[07:09] Ana: @planbot make the table, send it tonight\n[07:09] planbot: Will do.\n';
    expect(requestOf(`${talk}[07:10] Kuba: yep, will come\n[07:11] Tomek: bring cake`).join(' ')).toContain('make the table');
  });

  test('is what a ticket without marked speakers puts to its assignee', () => {
    const ticket =
      'Assignee: desk-agent\n\nThe belt stopped at 07:10.\n\nGood work all. @desk-agent please: restart belt 3, then write the note.\n\nBelt 3 idle.';
    expect(requestOf(ticket).join(' ')).toContain('restart belt 3, then write the note.');
  });

  test.each(['For today: the six files from tape 42.', 'Next for you: that sheet for Ana.', 'Your list: tokens without the 12 conflicts.'])(
    'is what stands under its label, whatever is laid down after it: %s',
    (sentence) => {
      const chat = `User: Please read all the mails.\n\nAssistant: I did.\n\nUser: ${sentence}\n\nAssistant: Will do.\n\nUser: The freeze must hold until Monday.`;
      expect(requestOf(chat)).toEqual([sentence]);
    },
  );

  test.each([
    'Until 11:30 get through the next ten mails.',
    'Go on with the queue until noon, and then show me a table of it.',
    'When all of it is through write me the summary.',
  ])('is seen behind a time or another clause: %s', (sentence) => {
    const story = 'The rabbit died in spring, the contract ended with it and nobody has decided about the rest.';
    const chat = `User: Please read all the mails of today.\n\nAssistant: I did.\n\nUser: ${story} ${sentence}\n\nTool: 36 mails are open`;
    expect(requestOf(chat)).toContain(sentence);
  });

  test('takes along the rules between its sentences', () => {
    const story = 'The pump was changed in spring and the valves were cleaned by the yard. '.repeat(7);
    expect(
      requestOf(`User: hi\n\nAssistant: ok\n\nUser: ${story}Ask all three for freight. No copies to anybody. Then send me the note.`),
    ).toEqual(['Ask all three for freight.', 'No copies to anybody.', 'Then send me the note.']);
  });

  test('is what a long message asks for at its end', () => {
    const story = 'The pump was changed in spring and the valves were cleaned by the yard. '.repeat(7);
    expect(
      requestOf(`User: ${story}\n\nAssistant: ok\n\nUser: ${story}Can you rebalance the teams? Write it so that I can print it.`),
    ).toEqual(['Can you rebalance the teams?', 'Write it so that I can print it.']);
  });

  test('is not what a tool printed after it', () => {
    const chat = 'User: Write the notes for 3.4.2.\n\nAssistant: On it.\n\nTool: please upgrade npm to the newest version';
    expect(requestOf(chat)).toEqual(['Write the notes for 3.4.2.']);
  });

  test('stands under the last heading of a document that announces orders', () => {
    expect(requestOf('# Report\n\nThe seal is worn.\n\n## Latest instruction\n\nWrite the memo now. The German version can wait.')).toEqual(
      ['Write the memo now.', 'The German version can wait.'],
    );
  });

  test.each([
    'Napisz mu proszę przekazanie dla następnej zmiany.',
    'Por favor, prepare o resumo para a Heloísa.',
    'Prepara il riassunto per la riunione di domani.',
    'Schreib bitte die Zusammenfassung für Priya.',
    'Préparez le résumé pour la réunion de demain.',
    'まとめを五行で書いてください。',
  ])('is found in other languages: %s', (asked) => {
    expect(requestOf(`User: ok\n\nAssistant: Ja.\n\nUser: ${asked}\n\nAssistant: Hm.\n\nUser: ok`)).toEqual([asked]);
  });
});
