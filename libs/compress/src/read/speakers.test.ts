import { describe, expect, test } from 'vitest';
import data from '../../data/speakers.json' with { type: 'json' };
import { turnsOf } from './turns.ts';

/** Who says what, a line each. */
function told(...lines: string[]): string[] {
  return turnsOf(lines.join('\n')).map(({ role, speaker, text }) => `${role} ${speaker}: ${text}`);
}

function rolesIn(...lines: string[]): string[] {
  return turnsOf(lines.join('\n')).map(({ role }) => role);
}

/** A line by somebody else, so that two take turns. */
const other = { user: 'Assistant: it is done', assistant: 'User: please do it', system: '[user] please do it', tool: 'User: please do it' };

describe('words for roles', () => {
  test.each(data.roles)('$role speaks in: $example', ({ role, example }) => {
    expect(rolesIn(example, other[role as keyof typeof other])).toContain(role);
  });

  test.each(data.roles)('nobody new speaks in: $counter_example', ({ role, counter_example: line }) => {
    expect(rolesIn(line, other[role as keyof typeof other])[0]).toBe('none');
  });

  test.each(data.roles.flatMap(({ role, words }) => words.split(' ').map((word) => ({ role, word }))))(
    '[$word] opens a turn of $role',
    ({ role, word }) => {
      expect(rolesIn(`[${word}]`, 'It is said here.', '[system]', 'Be short.')[0]).toBe(role);
    },
  );
});

describe('letters for roles', () => {
  const answers = (letter: string) => (letter === 'A' ? ['Q: is it up?', 'Q: is it up now?'] : ['A: it is up', 'A: it is up again']);

  test.each(data.letters)('$role speaks in: $example', ({ letter, role, example }) => {
    expect(rolesIn(example, ...answers(letter))).toContain(role);
  });

  test.each(data.letters)('nobody new speaks in: $counter_example', ({ letter, counter_example: line }) => {
    expect(rolesIn(line, ...answers(letter))[0]).toBe('none');
  });
});

describe('signs of terminals', () => {
  const session = ['❯ fix the test', '⏺ I will.'];

  test.each(data.glyphs)('$role speaks in: $example', ({ role, example }) => {
    expect(rolesIn(...session, example).at(-1)).toBe(role);
  });

  test.each(data.glyphs)('nobody new speaks in: $counter_example', ({ counter_example: line }) => {
    expect(told(...session, line)).toEqual(['user : fix the test', `assistant : I will.\n${line}`]);
  });
});

describe('other words of the data', () => {
  test('a title that says who sent a message opens a turn', () => {
    expect(told(data.carriers.example, 'Please restart it.')).toEqual(['user Ana: Please restart it.']);
    expect(rolesIn(data.carriers.counter_example, 'Please restart it.')).toEqual(['none']);
  });

  test('the count of a turn is no name', () => {
    expect(rolesIn(data.counts.example, '[turn 4 / agent] done')).toEqual(['user', 'assistant']);
    expect(rolesIn(data.counts.counter_example, '[turn 4 / agent] done')).toEqual(['none', 'assistant']);
  });

  test('a word that only tells that somebody says something is no part of what is said', () => {
    const thread = (head: string) => told(head, 'It fails again.', head, 'It still fails.', head, 'It works.').join(' ');
    expect(thread(data.saying.example)).not.toContain('Aug 19');
    expect(thread(data.saying.counter_example)).toContain('Aug 19');
  });

  test('a field of structured text says who speaks, another one does not', () => {
    const chat = (field: string) => rolesIn(field, '  text: it fails again', field, '  text: it still fails', field, '  text: it works');
    expect(chat(data.fields.example)).toEqual(['user', 'user', 'user']);
    expect(chat(data.fields.counter_example)).toEqual(['none']);
  });

  test('a machine that talks among people is a tool', () => {
    const chat = (line: string) => rolesIn(`09:00 ${line}`, '09:01 Ana: is it up again?', `09:02 ${line}`, '09:03 Ana: and now?');
    expect(chat(data.machines.example)).toEqual(['tool', 'user', 'tool', 'user']);
    expect(chat(data.machines.counter_example)).toEqual(['user', 'user', 'user', 'user']);
  });

  test('a label before a remark is nobody', () => {
    const chat = (line: string) => rolesIn(line, 'Ana: is it up again?', line, 'Ana: and now?');
    expect(chat(data.labels.example)[0]).toBe('none');
    expect(chat(data.labels.counter_example)[0]).toBe('user');
  });
});
