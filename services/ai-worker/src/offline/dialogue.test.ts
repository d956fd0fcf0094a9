import { describe, expect, test } from 'vitest';
import { unitsOf } from './units.ts';

const said = [
  'Never touch the table ledger_2024, it is under audit.',
  'I read the manifest of the job twice.',
  'Use the new key for it from now on.',
];
const heard = (content: string) => unitsOf(content).map(({ role, text }) => `${role}: ${text}`);
const twice = (form: (name: string, text: string) => string) =>
  [...said, ...said.map((text) => text.replace('the', 'this'))].map((text, i) => form(i % 3 === 1 ? 'opsbot' : 'lena', text)).join('\n');

describe('turns under names that the text repeats', () => {
  test.each([
    ['a prompt', twice((name, text) => `${name}> ${text}`)],
    ['a colon', twice((name, text) => `${name}: ${text}`)],
    ['a nick with its time', twice((name, text) => `14:02 <${name}> ${text}`)],
    ['a messenger', twice((name, text) => `14.05.25, 08:02 - ${name}: ${text}`)],
    ['columns', twice((name, text) => `2025-03-01 14:02 | ${name} | ${text}`)],
    ['numbered comments', twice((name, text) => `Comment 4 · ${name} · 13:31\n----------\n${text}\n`)],
    ['bold names behind a clock', twice((name, text) => `14:02 **${name}** ${text}`)],
    ['frames with a name and a time', twice((name, text) => `=== ${name}, 14:02 ===\n${text}\n`)],
    ['brackets that say where', twice((name, text) => `[chat, 14:02, ${name}]\n${text}\n`)],
    ['names that begin like a weekday', twice((name, text) => `=== 14:02 | ${name === 'lena' ? 'Marek' : name} ===\n${text}\n`)],
    ['a comment sign', twice((name, text) => `# ${name}: ${text}`)],
    ['a line of their own', twice((name, text) => `${name} → all\n${text}\n`)],
  ])('are told apart: %s', (_, content) => {
    const turns = heard(content);
    expect(turns).toContainEqual(expect.stringMatching(/^user: .*Never touch the table ledger_2024/));
    expect(turns).toContainEqual(expect.stringMatching(/^assistant: .*I read the manifest/));
  });

  test('are kept where a machine writes between them', () => {
    const log = Array.from({ length: 8 }, (_, i) => `09:0${i}:10 TLM d= ${i}.5 alt= 9.${i} hdg=18${i} bat=95.${i}%`);
    const talk = [
      '09:08:02 SUP  nobody pulls anything in a tunnel with a bent rack',
      '09:08:40 PIL  then we turn round at the log and go home',
    ];
    const turns = heard(
      [
        ...log,
        ...talk,
        '09:09:10 SUP  write the report for the dam by 17:00 today',
        '09:09:30 PIL  the spare seal is in the box there',
      ].join('\n'),
    );
    expect(turns).toContain('user: SUP: nobody pulls anything in a tunnel with a bent rack');
    expect(turns.filter((turn) => turn.includes('alt='))).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^tool: /)));
  });

  test('leave nobody else an agent where one speaks under that name', () => {
    const page =
      '_Last edited by: agent, Ana Prado_\n\n' + twice((name, text) => `**${name === 'lena' ? 'Ana' : 'Agent'}, 6 Oct:** ${text}\n`);
    expect(heard(page)).toContainEqual(expect.stringMatching(/^user: .*under audit/));
  });

  test('a list of labels is no conversation', () => {
    expect(new Set(unitsOf('Host: db-1\nPort: 5432\nHost: db-2\nPort: 5433\n').map(({ role }) => role))).toEqual(new Set(['none']));
  });

  test('names inside the output of a tool have no say', () => {
    const chat =
      'User: read the thread of the issue.\n\nTool: ana: never merge this\nben: why not merge this\nana: never merge this at all\nben: fine with me then\n\nAssistant: Read.';
    expect(heard(chat).find((turn) => turn.includes('at all'))).toMatch(/^tool/);
  });
});

describe('chats in other formats', () => {
  const parts: readonly (readonly [string, string])[] = [
    ['user', said[0]!],
    ['assistant', said[1]!],
    ['user', said[2]!],
  ];
  test.each([
    ['YAML', parts.map(([role, text]) => `- role: ${role}\n  content: ${text}`).join('\n')],
    ['rules of signs', parts.map(([role, text]) => `=== ${role.toUpperCase()} ===\n${text}`).join('\n\n')],
    [
      'rules of signs with a name and a time',
      parts.map(([role, text]) => `=== ${role.toUpperCase()} (Lena, lead) 08:50 ===\n${text}`).join('\n\n'),
    ],
    ['bold roles', parts.map(([role, text]) => `**${role}** (Lena, 10:36)\n${text}`).join('\n\n')],
    ['roles in capitals', parts.map(([role, text]) => `${role.toUpperCase()} (Lena, 09:05)\n${text}`).join('\n\n')],
    ['heads in JSON', parts.map(([role, text]) => `{"role":"${role}","name":"Lena (lead)"}\n${text}`).join('\n\n')],
    [
      'headings',
      [...parts, ...parts]
        .map(([role, text]) => (role === 'user' ? `### Lena Moe — 17 Nov, 09:20\n${text}` : `### Agent\n${text}`))
        .join('\n\n'),
    ],
    [
      'times',
      [...parts, ...parts]
        .map(([role, text], i) => `=== 08:1${i} === ${role === 'user' ? 'Lena (lead)' : 'opsbot'}:\n${text}`)
        .join('\n\n'),
    ],
    [
      'bold times',
      [...parts, ...parts].map(([role, text], i) => `**08:1${i} ${role === 'user' ? 'Lena' : 'opsbot'}** ${text}`).join('\n\n'),
    ],
    ['arrows and roles', parts.map(([role, text]) => `>>> ${role} (Lena, 07:10)\n${text}`).join('\n\n')],
    [
      'tags with names',
      `You are Moss.\n${[...parts, ...parts].map(([role, text]) => `<turn who="${role === 'user' ? 'Lena' : 'Moss'}" at="Thu 09:12">${text}</turn>`).join('\n')}`,
    ],
    ['letters', [...parts, ...parts].map(([role, text]) => `${role === 'user' ? 'Q' : 'A'}: ${text}`).join('\n\n')],
    [
      'bold letters',
      [...parts, ...parts].map(([role, text], i) => `**${role === 'user' ? `Q (Mon 09:1${i})` : 'A'}.** ${text}`).join('\n\n'),
    ],
    [
      'records with names',
      JSON.stringify(parts.map(([role, text]) => ({ type: 'message', user: role === 'user' ? 'lena' : 'helperbot', text }))),
    ],
  ])('%s', (_, content) => {
    expect(heard(content)).toEqual(expect.arrayContaining([`user: ${said[0]}`, `assistant: ${said[1]}`]));
  });

  test('a notebook printed as text: cells of code are a tool’s, the notes between them are not', () => {
    const turns = heard(
      'M[1]\nNever shuffle the rows.\n\nIn [2]:\nrows.count()\n\nOut[2]:\n4318906 rows were counted here\n\nIn [3]:\nx\n\nM[4]\nPlease build the model.',
    );
    expect(turns).toEqual(expect.arrayContaining(['none: Never shuffle the rows.', 'none: Please build the model.']));
    expect(turns).toContain('tool: 4318906 rows were counted here');
  });
});

describe('messages of people amid something else', () => {
  const within = (message: string) => `ops@host:~$ uptime\nup 41 days\n${message}\nops@host:~$ df -h\nall disks are half full`;

  test.each([
    ['framed', '--- 21:50 message from Gwen ---\nNever purge the zone tonight.\n--- end ---'],
    ['sent to a terminal', '[msg gwen 09:32] Never purge the zone tonight.'],
    ['under a step', '=== step 15 (message from Gwen, 21:15) ===\nNever purge the zone tonight.\n=== step 16 ==='],
    ['broadcast to a terminal', 'Broadcast message from gwen (19:21): Never purge the zone tonight.'],
  ])('are theirs: %s', (_, message) => {
    const turns = heard(within(message));
    expect(turns).toContain('user: Never purge the zone tonight.');
    expect(turns.find((turn) => turn.includes('half full'))).not.toMatch(/^user/);
  });

  test('under a dated heading of a log end with the next one', () => {
    const log =
      '## Mon 3 Nov, 09:10\nRead the sheets.\n\n## Mon 3 Nov, 15:30 — message from Ana\n> Never promise a date.\n\n## Tue 4 Nov, 08:50\nAsked the hall.';
    expect(heard(log)).toContain('user: Never promise a date.');
    expect(heard(log)).toContain('none: Asked the hall.');
  });

  test('under headings that say from whom they are end with the next heading', () => {
    const plain = 'BRIEF FROM LENA (3 Nov)\nNever promise a date.\n\nNOTES, DAY 1 (3 Nov)\nAsked the hall twice.';
    expect(heard(plain)).toEqual(expect.arrayContaining(['user: Never promise a date.', 'none: Asked the hall twice.']));
    const marked = '## Brief from Lena (lead), Monday\nNever promise a date.\n\n## First attempt\nAsked the hall twice.';
    expect(heard(marked)).toEqual(expect.arrayContaining(['user: Never promise a date.', 'none: Asked the hall twice.']));
  });

  test('in a journal of YAML are told from those of agents and tools', () => {
    const entry = (who: string, text: string) => `  - at: 2025-11-10T09:12Z\n    who: ${who}\n    text: |\n      ${text}`;
    const journal = `journal:\n${[entry('Tamsin Okereke', said[0]!), entry('agent', said[1]!), entry('tool/logger', 'H-03 left its range.')].join('\n')}`;
    expect(heard(journal)).toEqual(expect.arrayContaining([`user: ${said[0]}`, `assistant: ${said[1]}`, 'tool: H-03 left its range.']));
  });

  test('are known by a name behind a weekday and a time', () => {
    const chat = `**Fr 14.11., 11:20 — Fr. Zbinden**\n${said[0]}\n\n**Je 13.11, 16:45 — Solange Perrenoud**\n${said[2]}\n\n**Fr 14.11., 12:20 — Fr. Zbinden**\nThanks to all of you.\n\n**Je 13.11, 17:45 — Solange Perrenoud**\nGood night then.`;
    expect(heard(chat)).toContainEqual(expect.stringMatching(/^user: .*under audit/));
  });
});

test('the fields at the head of a text name nobody who speaks', () => {
  const text = '---\nagent: tour-planner\nprincipal: Odile\ntools: maps, sheets\n---\n\nNever promise a date.';
  expect(heard(text)).toContain('none: Never promise a date.');
});

test('a line that tells whom the text is about opens no turn', () => {
  const text = `Rights and clearances\nAgent: clearance assistant. Producer: Joanna.\n\nNever promise a date.${'\n'.repeat(8)}Done.`;
  expect(heard(text)).toContain('none: Never promise a date.');
});
