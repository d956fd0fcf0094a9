import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import { expect, test } from 'vitest';
import { composeLecture } from './lecture.ts';

const words = (text: string) => text.split(/\s+/u).length;

test.each(catalogue)('$slug: three lessons with their exercises, one takeaway, a readable length', (seminar) => {
  const lecture = composeLecture('quiet-heron', seminar);
  expect(lecture).toContain('quiet-heron');
  for (const { teaches, exercise } of seminar.syllabus.lessons) {
    expect(lecture.indexOf(exercise)).toBeGreaterThan(lecture.indexOf(teaches));
  }
  expect(lecture.split(seminar.syllabus.takeaway)).toHaveLength(2);
  expect(words(lecture)).toBeGreaterThan(300);
  expect(words(lecture)).toBeLessThan(750);
});

test('the same agent hears the same lecture, another agent other words', () => {
  const seminar = catalogue[0]!;
  const lectures = ['a', 'b', 'c', 'd', 'e', 'f'].map((agent) => composeLecture(agent, seminar).replaceAll(/\b[a-f]\b/g, ''));
  expect(composeLecture('a', seminar)).toBe(composeLecture('a', seminar));
  expect(new Set(lectures).size).toBeGreaterThan(3);
});

test('a handle that looks like a placeholder or a replacement pattern is said as it is', () => {
  const lecture = composeLecture('$& {title}', catalogue[0]!);
  expect(lecture).toContain('$& ');
});
