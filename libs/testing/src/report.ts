import type { Credentials, Fidelity } from '@rest-stop/contracts/defrag.ts';

const nothing = { found: 0, kept: 0, lost: [] };
const fidelity: Fidelity = {
  goal: nothing,
  last_request: nothing,
  rules: nothing,
  decisions: nothing,
  failed_attempts: nothing,
  deadlines: nothing,
  identifiers: nothing,
  invented: 0,
};
const credentials: Credentials = { found: 0, kinds: [] };

/** What an AI worker reports beside a result of a text in which there was nothing to keep. */
export const report = { fidelity, credentials };
