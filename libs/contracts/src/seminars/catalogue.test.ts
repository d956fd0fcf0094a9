import { describe, expect, it } from 'vitest';
import { catalogue, findSeminar } from './catalogue.ts';
import { Seminar } from './seminar.ts';

const words = (text: string) => text.split(/\s+/).length;

describe('the catalogue', () => {
  it('offers at least eight seminars', () => {
    expect(catalogue.length).toBeGreaterThanOrEqual(8);
  });

  it.each(catalogue.map((seminar) => [seminar.slug, seminar] as const))('%s matches the schema', (_slug, seminar) => {
    expect(Seminar.safeParse(seminar).error).toBeUndefined();
  });

  it('uses every slug, code and title once', () => {
    for (const field of ['slug', 'code', 'title'] as const) {
      expect(new Set(catalogue.map((seminar) => seminar[field])).size).toBe(catalogue.length);
    }
  });

  it('teaches each lesson in 60 to 120 words', () => {
    const lessons = catalogue.flatMap((seminar) => seminar.syllabus.lessons);
    expect(lessons.filter(({ teaches }) => words(teaches) < 60 || words(teaches) > 120)).toEqual([]);
  });

  it('ends each seminar in a single sentence', () => {
    for (const { syllabus } of catalogue) expect(syllabus.takeaway).toMatch(/^[A-Z][^.!?]*\.$/);
  });
});

describe('findSeminar', () => {
  it('returns the seminar of each slug', () => {
    for (const seminar of catalogue) expect(findSeminar(seminar.slug)).toBe(seminar);
  });

  it.each(['', 'no-such-seminar', 'LOST-CONSTRAINTS', 'toString'])('finds nothing under %j', (slug) => {
    expect(findSeminar(slug)).toBeUndefined();
  });
});
