import { describe } from 'vitest';
import { contractSuite, sections } from './suite.ts';

/** The base URL of a deployment that runs already, with the offline engine and the default limits; it ends in /v1. */
const url = process.env['REST_STOP_URL'];
const title = 'a deployment that runs already';

(url ? describe : describe.skip)(url ? title : `${title} [skipped: REST_STOP_URL is not set]`, () => {
  const { mistakes: _, ...rows } = sections;
  contractSuite(async () => ({ baseUrls: [url as string], children: {}, close: async () => {} }), rows);
});
