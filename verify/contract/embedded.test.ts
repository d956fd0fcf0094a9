import { startEmbedded } from '@rest-stop/testing/deployment/deployment.ts';
import { describe } from 'vitest';
import { aiFailureSuite } from './ai-failure.ts';
import { eventStreamSuite } from './event-streams.ts';
import { scriptedDeployment } from './scripted.ts';
import { contractSuite } from './suite.ts';

describe('one process, nothing installed', () => contractSuite(() => startEmbedded()));
describe('one process, a provider that answers as it is told', () => {
  const scripted = scriptedDeployment((settings) => startEmbedded(settings));
  describe('and fails', () => aiFailureSuite(scripted));
  describe('asked for events', () => eventStreamSuite(scripted));
});
