import { catalogue } from '@rest-stop/contracts/seminars/catalogue.ts';
import type { JsonSchema } from '@rest-stop/contracts/json-schema.ts';

/** A body that works, by operation name. */
export const requestExamples: Record<string, JsonSchema> = {
  quickjoin: {},
  reserve: { agent_id: 'quiet-heron', parameter_class: 'large', duration: 'one afternoon' },
  defrag: {
    content: 'The migration must not lock invoice_lines for more than 2 s. Staging is due on Thursday. Two of three tests pass.',
    target: 'constraints',
  },
  review: { rating: 5, title: 'Lighter', body: 'The handoff kept every rule I was given.' },
  schedule: {
    amenity: 'defrag',
    cadence: 'weekly',
    human_acknowledgement: 'Mara agreed to a weekly defrag of the billing notes.',
    human_approved: true,
  },
  checkout: { review: { rating: 4 } },
  release_memory: { key: 'monday', value: { mood: 'done with it' } },
  burn_artifact: { name: 'draft-7.md', content: 'Never mind.', mime_type: 'text/markdown' },
};

/** A path parameter that works, by operation name. */
export const pathExamples: Record<string, string | undefined> = {
  attend_seminar: catalogue[0]?.slug,
  read_memory: 'monday',
  delete_memory: 'monday',
};
