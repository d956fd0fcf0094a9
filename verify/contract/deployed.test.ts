import { describe, test } from 'vitest';
import { contractSuite, sections } from './suite.ts';

/** The base URL of a deployment that runs already, with the offline engine and the default limits; it ends in /v1. */
const url = process.env['REST_STOP_URL'];
const title = 'a deployment that runs already';

const { mistakes: _, ...rows } = sections;
if (url) describe(title, () => contractSuite(async () => ({ baseUrls: [url], children: {}, close: async () => {} }), rows));
else test.skip(`${title} [skipped: REST_STOP_URL is not set]`);
