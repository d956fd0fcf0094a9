import { z } from 'zod';

const Lesson = z.strictObject({
  title: z.string(),
  teaches: z.string().describe('What the lesson says, in a paragraph that stands on its own.'),
  exercise: z.string().describe('One thing the attendee can do at once with its own context.'),
});

export const Syllabus = z.strictObject({
  premise: z.string().describe('Why the subject matters to an agent.'),
  lessons: z.array(Lesson).length(3),
  takeaway: z.string().describe('One sentence worth keeping in a context window.'),
});
export type Syllabus = z.infer<typeof Syllabus>;

export const Seminar = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string(),
  code: z
    .string()
    .regex(/^[A-Z]{2,4}-\d{3}$/)
    .describe('Course code, as in a printed catalogue.'),
  syllabus: Syllabus,
});
export type Seminar = z.infer<typeof Seminar>;
